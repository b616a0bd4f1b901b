/** The course over the Bookstore: its labs, one package each, and what several of them share. */
package poollab.labs;
