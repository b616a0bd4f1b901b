/** Lab 06: a pool that is right for one instance, times the number of instances. */
package poollab.labs.budget;
