class Demo {
    // tag::open[]
    void open() {
        // tag::inner[]
        borrow();
        // end::inner[]
    }
    // end::open[]

    // tag::unended[]
    void borrow() {}
}
