-- The three best-selling titles of each month of a quarter, and the title most often bought together with each of them.
with sales as (
    select date_trunc('month', o.ordered_at, 'UTC') as month,
           i.book_id,
           sum(i.quantity) as copies,
           sum(i.quantity * i.unit_price) as revenue
    from orders o
    join order_items i on i.order_id = o.id
    where o.ordered_at >= timestamptz '2025-10-01 00:00:00+00' and o.ordered_at < timestamptz '2026-01-01 00:00:00+00'
      and o.status <> 'returned'
    group by 1, 2
), ranked as (
    select *, row_number() over (partition by month order by copies desc, revenue desc, book_id) as place
    from sales
), together as (
    select date_trunc('month', o.ordered_at, 'UTC') as month,
           bought.book_id,
           other.book_id as other_id,
           count(*) as times
    from orders o
    join order_items bought on bought.order_id = o.id
    join order_items other on other.order_id = o.id and other.book_id <> bought.book_id
    where o.ordered_at >= timestamptz '2025-10-01 00:00:00+00' and o.ordered_at < timestamptz '2026-01-01 00:00:00+00'
      and o.status <> 'returned'
    group by 1, 2, 3
), companion as (
    select distinct on (month, book_id) month, book_id, other_id, times
    from together
    order by month, book_id, times desc, other_id
)
select to_char(r.month at time zone 'UTC', 'YYYY-MM') as month, r.place, b.title, r.copies, r.revenue,
       c.title as bought_with, companion.times
from ranked r
join books b on b.id = r.book_id
left join companion using (month, book_id)
left join books c on c.id = companion.other_id
where r.place <= 3
order by r.month, r.place
