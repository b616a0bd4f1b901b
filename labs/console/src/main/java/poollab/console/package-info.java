/** The {@code lab} command: assembles kit and course, and talks to the learner. */
package poollab.console;
