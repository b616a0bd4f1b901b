/** How observations and records are shown: tables and lines of text, charts as SVG. */
package poollab.report;
