/** Lab 02: the tenant's number in the connection string, and what a keyed pool makes of it. */
package poollab.labs.fragmentation;
