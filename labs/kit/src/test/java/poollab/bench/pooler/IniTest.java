package poollab.bench.pooler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IniTest {
    private static final String INI = """
            [databases]
            shop = host=127.0.0.1
            [pgbouncer]
            ; a learner's remark
            pool_mode = session
            default_pool_size=5

            [users]
            web = pool_mode=session
            """;

    @Test
    void a_setting_is_changed_where_it_stands_and_the_rest_stays() {
        assertThat(Ini.with(INI, "default_pool_size", "7")).isEqualTo(INI.replace("default_pool_size=5", "default_pool_size = 7"));
        assertThat(Ini.with(INI, "pool_mode", "transaction"))
                .isEqualTo(INI.replace("pool_mode = session\ndefault", "pool_mode = transaction\ndefault"));
    }

    @Test
    void a_new_one_goes_to_the_end_of_its_section() {
        assertThat(Ini.with(INI, "query_timeout", "3")).isEqualTo(INI.replace("size=5\n", "size=5\nquery_timeout = 3\n"));
    }
}
