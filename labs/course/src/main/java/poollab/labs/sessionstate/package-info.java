/** Lab 08: what a session remembers, and who finds it behind a pooler. */
package poollab.labs.sessionstate;
