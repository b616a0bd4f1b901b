package poollab.pooler.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Inet6TextTest {
    @ParameterizedTest
    @ValueSource(strings = {"::1", "::", "fe80::1:2", "2001:db8::1:0:0:1", "1:2:3:4:5:6:7:8", "1::", "1:0:3:4:5:6:7:8", "2001:db8:0:1:1:1:1:1"})
    void an_address_is_written_as_it_was_read(String text) throws UnknownHostException {
        assertThat(Inet6Text.of(InetAddress.getByName(text).getAddress())).isEqualTo(text);
    }
}
