/** Lab 04: what one connection costs, to open, to keep, to allow and to throw away. */
package poollab.labs.cost;
