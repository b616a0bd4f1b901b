package poollab.weaver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an author gets wrong, and what the build then says: file, line, one sentence. */
class ProblemsTest {
    @TempDir
    Path folder;

    /** Lines of the step's content are separated by ¶; the first of them is line 8. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '⇒', value = {
        "[predikt] ¶ Why? ⇒ 9 ⇒ unknown block style [predikt]",
        "[predikt] ¶ ==== ¶ Why? ¶ ==== ⇒ 9 ⇒ unknown block style [predikt]",
        "IMPORTANT: Now. ⇒ 8 ⇒ IMPORTANT is not in the vocabulary: NOTE, TIP or WARNING",
        "image::x.png[] ⇒ 8 ⇒ a block of the kind 'image' is not in the vocabulary",
        "==== ¶ Text. ¶ ==== ⇒ 8 ⇒ an example block needs a style: [predict], [incident], [seen] …",
        ".A title ¶ Text. ⇒ 9 ⇒ this block shows no title",
        "* one ¶ ** nested ⇒ 8 ⇒ an item of a list is one paragraph, without blocks or lists inside",
        "|=== ¶ |a |b ¶ |=== ⇒ 8 ⇒ a table has one header row and no footer",
        "[source,java,indent=0] ¶ ---- ¶ x ¶ ---- ⇒ 8 ⇒ this block has no attribute 'indent'",
        "[claim] ¶ first-failure ¶  ¶ [claim] ¶ frist-failure ⇒ 12 ⇒ unknown claim 'frist-failure'; did you mean first-failure?",
        "One. ¶ measured:nothing[plain] ⇒ 9 ⇒ unknown figure 'nothing'; known: sessions, wait.min-ms (in the run 'plain')",
        "One. ¶ measured:sessions[plane] ⇒ 9 ⇒ unknown recorded run 'plane'; did you mean plain?",
        "measured:ratio[plain] ⇒ 8 ⇒ unknown figure 'ratio'; known: sessions, wait.min-ms (in the run 'plain')",
        "* one ¶ * cited:blog[much] ⇒ 9 ⇒ unknown source 'blog': say it in the header, :source-blog: …",
        "[source,java] ¶ ---- ¶ include::Nowhere.java[tag=x] ¶ ---- ⇒ 10 ⇒ the included file does not exist: Nowhere.java",
        "[source,java] ¶ ---- ¶ include::Demo.java[tag=x] ¶ ---- ⇒ 10 ⇒ Demo.java has no region tagged 'x'",
        "[source,java] ¶ ---- ¶ include::Demo.java[tag=unended] ¶ ---- ⇒ 10 ⇒ Demo.java has no region tagged 'unended'",
        "[source,java] ¶ ---- ¶ include::Demo.java[] ¶ ---- ⇒ 10 ⇒ an include names one tag: include::Demo.java[tag=…]",
        "include::Demo.java[tag=open] ⇒ 8 ⇒ include:: belongs inside a code listing",
        "[predict] ¶ Why? ⇒ 9 ⇒ the prediction has no id: [predict#id]",
        "[predict#a,figure=nothing,tolerance=0.1] ¶ How many? ⇒ 8 ⇒ unknown figure 'nothing'; known: ratio, sessions, wait.min-ms",
        "[predict#a,figure=sessions] ¶ How many? ⇒ 9 ⇒ a number has a tolerance: 0 means exactly, 0.2 within a fifth",
        "[predict#a,claim=nope] ¶ Why? ⇒ 8 ⇒ unknown claim 'nope'; known: all-served, first-failure, sessions-idle",
        "[predict#a] ¶ Why? ⇒ 9 ⇒ a prediction has a list of answers, or figure= and tolerance=, or claim=",
        "[predict#a] ¶ -- ¶ Who? ¶  ¶ first-failur:: A. ¶ -:: B. ¶ -- ⇒ 12 ⇒ unknown claim 'first-failur'; did you mean first-failure?",
        "[predict#a] ¶ -- ¶ Who? ¶  ¶ -:: A. ¶ -:: B. ¶ -- ⇒ 12 ⇒ a choice has two answers or more, and at least one that a run can give",
        "[run,falt=none] ¶ Now. ⇒ 8 ⇒ unknown setting 'falt'; did you mean fault?",
        "[run,fault=nine] ¶ Now. ⇒ 8 ⇒ no recorded run has fault=nine; recorded: leak, none",
        "[vary,size=10] ¶ More. ⇒ 9 ⇒ no recorded run has just these settings: {size=10}",
        "[exercise,ref=one] ¶ Do it. ⇒ 9 ⇒ an exercise has a ref such as 01/1",
        "First. ¶ It took 12 ms. ⇒ 9 ⇒ figure without a source: '12 ms' (bind it with measured: or cited:, or set it as code when it is a setting)",
        "It took 3s. ⇒ 8 ⇒ figure without a source: '3s' (bind it with measured: or cited:, or set it as code when it is a setting)",
        "A *4.5×* gain. ⇒ 8 ⇒ figure without a source: '4.5×' (bind it with measured: or cited:, or set it as code when it is a setting)",
        "About 60 % idle. ⇒ 8 ⇒ figure without a source: '60 %' (bind it with measured: or cited:, or set it as code when it is a setting)",
        "Up to 5–12 MB. ⇒ 8 ⇒ figure without a source: '12 MB' (bind it with measured: or cited:, or set it as code when it is a setting)",
        "* one ¶ * 6,062/s ⇒ 9 ⇒ figure without a source: '6,062/s' (bind it with measured: or cited:, or set it as code when it is a setting)",
        "So 1,200 sessions. ⇒ 8 ⇒ figure without a source: '1,200' (bind it with measured: or cited:, or set it as code when it is a setting)",
        "A {hole} here. ⇒ 8 ⇒ there is no attribute {hole}",
        "*Much `code` here* ⇒ 8 ⇒ one style inside another is not in the vocabulary: Much code here",
        "See <<story>>. ⇒ 8 ⇒ a link goes to an https address, not to #story",
        "=== Deeper ¶  ¶ Text. ⇒ 8 ⇒ a block of the kind 'section' is not in the vocabulary",
        "---- ¶ open ⇒ 8 ⇒ unterminated listing block",
        "[#story,minutes=2] ¶ == Again ¶  ¶ Text. ⇒ 9 ⇒ the section id 'story' is already in use",
        "[#two] ¶ == Again ¶  ¶ Text. ⇒ 9 ⇒ the step does not say how many minutes it takes: [#id,minutes=…]",
        "[#two,minutes=soon] ¶ == Again ¶  ¶ Text. ⇒ 8 ⇒ minutes is a whole number from 1 to 99, not soon",
        "[#two,minutes=2,breif=true] ¶ == Again ¶  ¶ Text. ⇒ 8 ⇒ a step has no attribute 'breif'",
        "[minutes=2] ¶ == Again ¶  ¶ Text. ⇒ 9 ⇒ the step has no id: [#id,minutes=…] above its heading",
        "[#two,minutes=2] ¶ == Empty ⇒ 9 ⇒ the step is empty",
    })
    void is_told_with_file_and_line(String content, int line, String sentence) throws IOException {
        List<String> lines = List.of(content.split(" ?¶ ?", -1));
        assertThat(new Demo(folder).problemsOf(lines)).contains(new Problem("labs/demo/lab.adoc", line, sentence));
    }

    @Test
    void an_include_must_not_leave_the_project() throws IOException {
        Files.writeString(folder.resolveSibling("Outside.java"), "// tag::x[]\nclass Outside {}\n// end::x[]\n");
        List<Problem> problems = new Demo(folder)
                .problemsOf(List.of("----", "include::../../../Outside.java[tag=x]", "----"));
        assertThat(problems).containsExactly(new Problem(
                "labs/demo/lab.adoc", 9, "the include leaves the project: ../../../Outside.java"));
    }

    @Test
    void the_five_minute_path_takes_five_minutes() throws IOException {
        assertThat(new Demo(folder).problemsOfText(List.of(
                        "= Title", ":lab: 99", ":question: Why?", "", "[#a,minutes=3,brief=true]", "== A", "", "Text.", "",
                        "[#b,minutes=3,brief=true]", "== B", "", "Text.")))
                .containsExactly(new Problem("labs/demo/lab.adoc", 1, "the five-minute path takes 6 minutes"));
    }

    @Test
    void a_header_says_which_lab_it_is_and_what_it_asks() throws IOException {
        Demo demo = new Demo(folder);
        assertThat(demo.problemsOfText(List.of("= Title", "", "[#a,minutes=1,brief=true]", "== A", "", "Text.")))
                .extracting(Problem::sentence)
                .contains("the header has no :lab:", "the header has no :question:");
        assertThat(demo.problemsOfText(List.of(
                        "= Title", ":lab: 98", ":question: Why?", "", "Early.", "", "[#a,minutes=1]", "== A", "", "Text.")))
                .contains(
                        new Problem("labs/demo/lab.adoc", 2,
                                "this is lab 98 demo, but a run of lab 99 demo is recorded beside it"),
                        new Problem("labs/demo/lab.adoc", 5, "text before the first step"),
                        new Problem("labs/demo/lab.adoc", 1, "no step belongs to the five-minute path"));
    }

    @Test
    void a_file_that_is_no_recorded_run_is_named() throws IOException {
        Demo demo = new Demo(folder);
        Files.writeString(demo.text().resolveSibling("recorded/ten.json"), "{ \"not\" : \"a run\" }");
        Files.writeString(demo.text().resolveSibling("recorded/none.json"), "oops");
        assertThat(demo.problemsOf(List.of("Text.")))
                .containsExactly(
                        new Problem("labs/demo/recorded/none.json", 1, "this is no recorded run"),
                        new Problem("labs/demo/recorded/ten.json", 1, "this is no recorded run"));
    }

    @Test
    void prose_with_settings_in_code_and_plain_counts_passes() throws IOException {
        assertThat(new Demo(folder).problemsOf(List.of(
                        "After `3s` request 6 of 7 failed on a pool of `5`, in lab 01 on a Tuesday in 2026.")))
                .isEmpty();
    }
}
