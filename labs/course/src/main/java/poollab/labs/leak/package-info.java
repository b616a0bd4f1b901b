/** Lab 01: seven requests, a pool of five, and the ways to use it up. */
package poollab.labs.leak;
