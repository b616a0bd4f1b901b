/** Lab 05: the same clients on pools of every size. */
package poollab.labs.sizing;
