/** What a learner works through. Labs come from {@link poollab.course.Course} services; the kit knows none in particular. */
package poollab.course;
