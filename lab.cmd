@echo off
rem Starts Pool Lab on Windows: finds a JDK, builds when a source is newer than the build, runs it.
rem The same in a POSIX shell is the file "lab" beside this one; its first lines tell what lies in target.
rem No delayed expansion anywhere: a path may hold an exclamation mark.
setlocal EnableExtensions DisableDelayedExpansion

set "LAB_ROOT=%~dp0"
set "LAB_ROOT=%LAB_ROOT:~0,-1%"
set "LAB_TARGET=%LAB_ROOT%\labs\console\target"
set "LAB_OLDEST=25"
rem Flags must be the same in training and in use, or the JVM refuses its AOT cache.
set "LAB_FLAGS=-XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED"
rem The pooler runs long and always does the same: it gets the full compiler.
set "LAB_POOLER=-XX:+UseSerialGC -Xmn8m -Xmx256m -XX:-UsePerfData --enable-native-access=ALL-UNNAMED"
if defined LAB_POOLER_FLAGS set "LAB_POOLER=%LAB_POOLER_FLAGS%"
rem Only code page 65001 shows more than ASCII as it is meant.
set "LAB_ASCII=true"
chcp | find "65001" >nul && set "LAB_ASCII=false"
set "LAB_TRAINING=run 01 --quick --quiet --set fault=none"

call :find_java
if errorlevel 1 exit /b 4

if /i "%~1"=="test" goto test

if defined LAB_APP goto run_named
call :current_build
if errorlevel 1 goto build_first
call :sources_changed
if errorlevel 1 goto build_again
goto run

:run_named
set "LAB_BUILD=%LAB_APP%"
goto run

:build_first
echo building Pool Lab (first time: some minutes to download libraries) ... 1>&2
goto build
:build_again
echo building Pool Lab ... 1>&2
:build
call :build_alone
if not "%LAB_RESULT%"=="0" exit /b 4
call :current_build
if errorlevel 1 exit /b 4

:run
if /i "%~1"=="pooler" goto run_pooler
set "LAB_AOT="
if exist "%LAB_BUILD%\lab.aot" for %%F in ("%LAB_BUILD%\lab.aot") do if %%~zF GTR 0 set "LAB_AOT=-XX:AOTCache=%%~fF"
if defined LAB_AOT goto run_cached
"%LAB_JAVA%\bin\java.exe" %LAB_FLAGS% "-Dlab.root=%LAB_ROOT%" -Dlab.ascii=%LAB_ASCII% -cp "%LAB_BUILD%\lab.jar" poollab.console.Main %*
exit /b %ERRORLEVEL%
:run_cached
"%LAB_JAVA%\bin\java.exe" %LAB_FLAGS% "%LAB_AOT%" -Xlog:disable "-Dlab.root=%LAB_ROOT%" -Dlab.ascii=%LAB_ASCII% -cp "%LAB_BUILD%\lab.jar" poollab.console.Main %*
exit /b %ERRORLEVEL%
rem Through the lab command, which hands the other words on: cmd cannot take the first one away and leave the rest whole.
:run_pooler
"%LAB_JAVA%\bin\java.exe" %LAB_POOLER% -cp "%LAB_BUILD%\lab.jar" poollab.console.Main %*
exit /b %ERRORLEVEL%


rem ---- lab test: all tests. What follows the word goes to Maven; with nothing, the build is kept for the next call.
:test
call :set_maven
if "%~2"=="" goto test_all
if "%~2"=="--fast" goto test_fast
for /f "tokens=1,*" %%A in ("%*") do set "LAB_ARGUMENTS=%%B"
call %LAB_MVN% -f "%LAB_ROOT%\pom.xml" -B verify %LAB_ARGUMENTS%
if errorlevel 1 exit /b 1
exit /b 0
rem Unit tests only, and of these the one named, if one is: lab test --fast DoctorCommandTest
:test_fast
set "LAB_ARGUMENTS="
if not "%~3"=="" set "LAB_ARGUMENTS=-Dtest=%~3 -Dsurefire.failIfNoSpecifiedTests=false"
call %LAB_MVN% -f "%LAB_ROOT%\pom.xml" -B test %LAB_ARGUMENTS%
if errorlevel 1 exit /b 1
exit /b 0
:test_all
call :stamp
call %LAB_MVN% -f "%LAB_ROOT%\pom.xml" -B verify
if errorlevel 1 exit /b 1
call :publish
exit /b 0


rem ---- A JDK: JAVA_HOME, then PATH, then the usual folders. Sets LAB_JAVA.
:find_java
set "LAB_JAVA="
set "LAB_FOUND="
if defined JAVA_HOME call :consider "%JAVA_HOME%"
if defined LAB_JAVA exit /b 0
for %%J in (java.exe) do if not "%%~$PATH:J"=="" call :consider "%%~dp$PATH:J.."
if defined LAB_JAVA exit /b 0
for /d %%D in ("%ProgramFiles%\Java\*" "%ProgramFiles%\Eclipse Adoptium\*" "%ProgramFiles%\Microsoft\jdk*" "%ProgramFiles%\Zulu\*" "%ProgramFiles%\Amazon Corretto\*" "%ProgramFiles%\BellSoft\*" "%LOCALAPPDATA%\Programs\Eclipse Adoptium\*" "%USERPROFILE%\.jdks\*") do call :consider "%%~D"
if defined LAB_JAVA exit /b 0
if not defined LAB_FOUND set "LAB_FOUND= no Java at all"
echo Pool Lab needs a JDK, Java %LAB_OLDEST% or newer. Found:%LAB_FOUND% 1>&2
echo Install one, then run this again: 1>&2
echo   winget install EclipseAdoptium.Temurin.25.JDK 1>&2
echo It is installed somewhere unusual? set "JAVA_HOME=C:\path\to\jdk" 1>&2
exit /b 1

rem %1: a home. Takes the first that is new enough.
:consider
if defined LAB_JAVA exit /b 0
if not exist "%~1\bin\java.exe" exit /b 0
if not exist "%~1\release" exit /b 0
set "LAB_VERSION="
for /f "usebackq tokens=1,2 delims==" %%K in ("%~1\release") do if "%%K"=="JAVA_VERSION" set "LAB_VERSION=%%~L"
if not defined LAB_VERSION exit /b 0
set "LAB_MAJOR="
for /f "tokens=1 delims=.-+_" %%V in ("%LAB_VERSION%") do set "LAB_MAJOR=%%V"
if not defined LAB_MAJOR exit /b 0
if %LAB_MAJOR% LSS %LAB_OLDEST% goto too_old
if not exist "%~1\bin\javac.exe" goto no_compiler
set "LAB_JAVA=%~f1"
exit /b 0
:too_old
set "LAB_FOUND=%LAB_FOUND% Java %LAB_VERSION% in %~f1,"
exit /b 0
:no_compiler
set "LAB_FOUND=%LAB_FOUND% Java %LAB_VERSION% without a compiler in %~f1,"
exit /b 0


rem ---- The newest build. Sets LAB_BUILD; fails when there is none.
:current_build
set "LAB_BUILD="
if not exist "%LAB_TARGET%\lab\current" exit /b 1
set /p LAB_BUILD=<"%LAB_TARGET%\lab\current"
if not defined LAB_BUILD exit /b 1
set "LAB_BUILD=%LAB_TARGET%\lab\%LAB_BUILD%"
if not exist "%LAB_BUILD%\lab.jar" exit /b 1
exit /b 0

rem Fails when a pom or anything below a src folder is newer than the build. Folders count: a deleted file leaves its
rem trace only there. cmd cannot compare times, so PowerShell does; where it is missing, nothing counts as changed.
:sources_changed
set "LAB_STAMP=%LAB_BUILD%\stamp"
powershell -NoProfile -NonInteractive -Command "$s = (Get-Item -LiteralPath $env:LAB_STAMP).LastWriteTimeUtc; function Newer($d) { foreach ($i in Get-ChildItem -LiteralPath $d -Force) { if ($i.PSIsContainer) { if ($i.Name -eq 'target' -or $i.Name.StartsWith('.')) { continue }; if ($i.FullName.Substring($env:LAB_ROOT.Length) -match '\\src(\\|$)' -and $i.LastWriteTimeUtc -gt $s) { exit 9 }; Newer $i.FullName } else { $r = $i.FullName.Substring($env:LAB_ROOT.Length); if (($i.Name -eq 'pom.xml' -or $r -match '\\src\\') -and $i.LastWriteTimeUtc -gt $s) { exit 9 } } } }; Newer $env:LAB_ROOT; exit 0" >nul 2>&1
if %ERRORLEVEL% EQU 9 exit /b 1
exit /b 0


rem ---- One build at a time: the lock is an open file, so it ends with its holder, however that ends.
rem Inside, standard error is gone; all there is to say is said after. Sets LAB_RESULT.
:build_alone
if not exist "%LAB_TARGET%" mkdir "%LAB_TARGET%"
set "LAB_TRIES=0"
:build_try
set "LAB_RESULT="
( ( call :build_here ) 9>"%LAB_TARGET%\lab.lock.file" ) 2>nul
if defined LAB_RESULT goto build_done
set /a LAB_TRIES+=1
if %LAB_TRIES%==1 echo Another lab is building here; waiting for it ... 1>&2
if %LAB_TRIES% GTR 600 goto build_stuck
ping -n 2 127.0.0.1 >nul
goto build_try
:build_stuck
echo Still waiting after 10 minutes. Can this folder be written? "%LAB_TARGET%" 1>&2
exit /b 1
:build_done
if "%LAB_RESULT%"=="0" exit /b 0
if exist "%LAB_TARGET%\build.log" type "%LAB_TARGET%\build.log" 1>&2
echo The build failed; what Maven said is above, and in "%LAB_TARGET%\build.log". 1>&2
exit /b 1

:build_here
set "LAB_RESULT=1"
rem The lab that was waited for may have built it.
call :current_build
if errorlevel 1 goto build_needed
call :sources_changed
if errorlevel 1 goto build_needed
set "LAB_RESULT=0"
exit /b 0
:build_needed
call :set_maven
call :stamp
call %LAB_MVN% -f "%LAB_ROOT%\pom.xml" -B -q -Dstyle.color=never -DskipTests package >"%LAB_TARGET%\build.log" 2>&1 <nul
if errorlevel 1 exit /b 1
call :publish
if errorlevel 1 exit /b 1
call :train
set "LAB_RESULT=0"
exit /b 0

:set_maven
set "JAVA_HOME=%LAB_JAVA%"
set "MAVEN_OPTS=%MAVEN_OPTS% -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
set LAB_MVN="%LAB_ROOT%\mvnw.cmd"
for %%M in (mvn.cmd) do if not "%%~$PATH:M"=="" set "LAB_MVN=mvn.cmd"
exit /b 0

rem Whatever is edited from now on is newer than this build.
:stamp
if not exist "%LAB_TARGET%" mkdir "%LAB_TARGET%"
type nul >"%LAB_TARGET%\lab.stamp"
exit /b 0

rem What Maven assembled becomes the current build, in a folder of its own: a running lab holds its files open.
:publish
if not exist "%LAB_TARGET%\app\lab.jar" exit /b 1
set "LAB_OLD="
if exist "%LAB_TARGET%\lab\current" set /p LAB_OLD=<"%LAB_TARGET%\lab\current"
if not exist "%LAB_TARGET%\lab" mkdir "%LAB_TARGET%\lab"
for /d %%D in ("%LAB_TARGET%\lab\*") do if /i not "%%~nxD"=="%LAB_OLD%" rd /s /q "%%~fD" >nul 2>&1
set "LAB_NEW=build-%RANDOM%-%RANDOM%"
xcopy /e /i /q /y "%LAB_TARGET%\app" "%LAB_TARGET%\lab\%LAB_NEW%" >nul
if errorlevel 1 exit /b 1
move /y "%LAB_TARGET%\lab.stamp" "%LAB_TARGET%\lab\%LAB_NEW%\stamp" >nul
if errorlevel 1 exit /b 1
>"%LAB_TARGET%\lab\current.new" echo %LAB_NEW%
move /y "%LAB_TARGET%\lab\current.new" "%LAB_TARGET%\lab\current" >nul
if errorlevel 1 exit /b 1
set "LAB_BUILD=%LAB_TARGET%\lab\%LAB_NEW%"
exit /b 0

rem ---- A faster start: the JVM's AOT cache, for the JDK that built. Never fails a launch: without a cache, or with one
rem that does not fit, the JVM starts as ever.
:train
setlocal
set "LAB_HOME=%LAB_BUILD%\training\home"
set "LAB_CACHE=%LAB_BUILD%\training\cache"
mkdir "%LAB_BUILD%\training"
"%LAB_JAVA%\bin\java.exe" %LAB_FLAGS% "-XX:AOTCacheOutput=%LAB_BUILD%\training\lab.aot" "-Dlab.root=%LAB_ROOT%" -Dlab.tty=false -cp "%LAB_BUILD%\lab.jar" poollab.console.Main %LAB_TRAINING% >"%LAB_TARGET%\training.log" 2>&1 <nul
if exist "%LAB_BUILD%\training\lab.aot" move /y "%LAB_BUILD%\training\lab.aot" "%LAB_BUILD%\lab.aot" >nul
rd /s /q "%LAB_BUILD%\training" >nul 2>&1
endlocal
exit /b 0
