/** Lab 09: prepared statements through a transaction-mode pooler, and who remembers them. */
package poollab.labs.prepared;
