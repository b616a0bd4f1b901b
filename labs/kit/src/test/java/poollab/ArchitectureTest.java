package poollab;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows between the kit's rooms. */
@AnalyzeClasses(packages = "poollab", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule ARROWS_GO_ONE_WAY = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("poollab..")
            .layer("pooler").definedBy("poollab.pooler..")
            .layer("engine").definedBy("poollab.engine..")
            .layer("clientpool").definedBy("poollab.clientpool..")
            .layer("load").definedBy("poollab.load..")
            .layer("bench").definedBy("poollab.bench..")
            .layer("course").definedBy("poollab.course..")
            .layer("report").definedBy("poollab.report..")
            .layer("sizing").definedBy("poollab.sizing..")
            .layer("budget").definedBy("poollab.budget..")
            .layer("monitoring").definedBy("poollab.monitoring..")
            .whereLayer("engine").mayNotAccessAnyLayer()
            .whereLayer("clientpool").mayNotAccessAnyLayer()
            .whereLayer("load").mayOnlyAccessLayers("clientpool")
            .whereLayer("bench").mayOnlyAccessLayers("engine", "clientpool", "load", "pooler")
            .whereLayer("course").mayOnlyAccessLayers("bench")
            .whereLayer("sizing").mayNotAccessAnyLayer()
            .whereLayer("budget").mayOnlyAccessLayers("bench")
            .whereLayer("monitoring").mayOnlyAccessLayers("bench")
            .whereLayer("report").mayOnlyAccessLayers("bench");

    @ArchTest
    static final ArchRule ROOMS_HAVE_NO_CYCLES = slices().matching("poollab.(*)..").should().beFreeOfCycles();
}
