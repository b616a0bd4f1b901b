/** {@code lab doctor}: what this machine can run, and what to do about the rest. */
package poollab.console.doctor;
