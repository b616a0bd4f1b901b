/** Lab 10: where requests queue, and who gives up first. */
package poollab.labs.waiting;
