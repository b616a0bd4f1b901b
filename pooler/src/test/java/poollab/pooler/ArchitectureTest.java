package poollab.pooler;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The rooms of the pooler, and the only ways between them. */
@AnalyzeClasses(packages = "poollab.pooler", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule ARROWS_GO_ONE_WAY = layeredArchitecture().consideringOnlyDependenciesInAnyPackage("poollab.pooler..")
            .layer("front").definedBy("poollab.pooler")
            .layer("admin").definedBy("poollab.pooler.admin")
            .layer("metrics").definedBy("poollab.pooler.metrics")
            .layer("session").definedBy("poollab.pooler.session")
            .layer("net").definedBy("poollab.pooler.net")
            .layer("auth").definedBy("poollab.pooler.auth..")
            .layer("ldap").definedBy("poollab.pooler.ldap")
            .layer("config").definedBy("poollab.pooler.config")
            .layer("wire").definedBy("poollab.pooler.wire")
            .layer("tls").definedBy("poollab.pooler.tls")
            .layer("log").definedBy("poollab.pooler.log")
            .whereLayer("front").mayNotBeAccessedByAnyLayer()
            .whereLayer("metrics").mayOnlyBeAccessedByLayers("front")
            .whereLayer("admin").mayOnlyBeAccessedByLayers("front", "metrics")
            .whereLayer("session").mayOnlyBeAccessedByLayers("front", "admin", "metrics")
            .whereLayer("net").mayOnlyBeAccessedByLayers("front", "session", "admin", "metrics")
            .whereLayer("wire").mayOnlyBeAccessedByLayers("front", "admin", "session", "net")
            .whereLayer("tls").mayOnlyBeAccessedByLayers("front", "session", "net", "ldap")
            .whereLayer("ldap").mayOnlyBeAccessedByLayers("front", "session", "auth")
            .whereLayer("auth").mayOnlyBeAccessedByLayers("front", "session")
            .whereLayer("config").mayOnlyBeAccessedByLayers("front", "admin", "session", "auth", "tls");

    @ArchTest
    static final ArchRule NO_CIRCLES = slices().matching("poollab.pooler.(*)..").should().beFreeOfCycles();
}
