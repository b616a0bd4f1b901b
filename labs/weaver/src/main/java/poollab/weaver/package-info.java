/**
 * Compiles a lab's text. {@code lab.adoc} is read with AsciidoctorJ, checked against the recorded runs beside it and
 * written as {@code lab.json}; see the module's README for the vocabulary. Only the build runs this, so that no Ruby
 * runtime is on the class path of a lab.
 */
package poollab.weaver;
