/** Lab 12: the metrics and alerts that would have told of each of the other labs' faults. */
package poollab.labs.monitoring;
