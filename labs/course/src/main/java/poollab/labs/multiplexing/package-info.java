/** Lab 07: many clients on few connections, through a pooler. */
package poollab.labs.multiplexing;
