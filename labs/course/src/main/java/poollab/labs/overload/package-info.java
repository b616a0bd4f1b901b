/** Lab 03: more clients than the server has room for, and a pool that lets them all through. */
package poollab.labs.overload;
