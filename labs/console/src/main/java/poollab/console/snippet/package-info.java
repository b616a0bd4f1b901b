/**
 * Java snippets, evaluated in a process of their own: the learner's application.
 *
 * <p>JShell runs in the child together with the snippets, not in the console. The console then carries no compiler, and
 * whatever a snippet breaks, its process is thrown away as a whole; the console only moves frames and holds the kill
 * switch. JDK's own remote execution (JDI) was passed over: it keeps the compiler in the console, opens a debugging port,
 * and cannot end a blocked {@code accept()} either.
 *
 * <pre>
 *   console: SnippetShell ── AppProcess ══ frames over stdin/stdout ══ LabApplication ── Engine ── JShell
 *                         └─ Output                                                           └─ Execution: the snippets
 * </pre>
 */
package poollab.console.snippet;
