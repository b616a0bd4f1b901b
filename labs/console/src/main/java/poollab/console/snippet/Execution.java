package poollab.console.snippet;

import java.io.ByteArrayInputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import jdk.jshell.execution.DirectExecutionControl;

/**
 * Runs snippets in this process, and can ask them to stop. The JDK's own control for the same process waits for threads
 * that a snippet leaves behind, says nothing when one of them dies, and formats a value of any size in full.
 */
final class Execution extends DirectExecutionControl {
    private static final ClassDesc STOP_CHECK = ClassDesc.of(StopCheck.class.getName());
    private static final int THREADS_AT_ONCE = 1_000;

    private final ThreadGroup snippets = new ThreadGroup("snippets");
    private final Map<ClassDesc, byte[]> loaded = new HashMap<>();
    private final ClassFile classFiles = ClassFile.of(ClassHierarchyResolverOption.of(hierarchy()));
    private int evaluation;
    private int stopped = -1;
    private boolean running;

    /** A snippet's classes are known to nobody else; where two of them meet, their ancestor is looked for here. */
    private ClassHierarchyResolver hierarchy() {
        return ClassHierarchyResolver.ofResourceParsing(name -> {
            byte[] bytes = loaded.get(name);
            return bytes == null ? null : new ByteArrayInputStream(bytes);
        }).orElse(ClassHierarchyResolver.defaultResolver());
    }

    /** An evaluation begins: it may consist of several snippets. */
    synchronized void begin(int evaluation) {
        this.evaluation = evaluation;
    }

    /** Whether somebody asked this evaluation to stop. */
    synchronized boolean isStopped() {
        return evaluation == stopped;
    }

    /** Asks an evaluation to stop, should it be the one that runs or is about to. May come from any thread. */
    synchronized void stop(int evaluation) {
        stopped = Math.max(stopped, evaluation);
        if (!running || !isStopped()) return;
        StopCheck.stop(true);
        Thread[] threads = new Thread[THREADS_AT_ONCE];
        int count = snippets.enumerate(threads);
        for (int i = 0; i < count; i++) threads[i].interrupt();
    }

    private synchronized void enter() throws StoppedException {
        if (isStopped()) throw new StoppedException();
        StopCheck.stop(false);
        running = true;
    }

    private synchronized void leave() {
        running = false;
    }

    @Override
    public void load(ClassBytecodes[] classes)
            throws ClassInstallException, NotImplementedException, EngineTerminationException {
        for (ClassBytecodes one : classes) loaded.put(ClassDesc.of(one.name()), one.bytecodes());
        super.load(Stream.of(classes)
                .map(one -> new ClassBytecodes(one.name(), stoppable(one.bytecodes())))
                .toArray(ClassBytecodes[]::new));
    }

    private byte[] stoppable(byte[] bytes) {
        try {
            var weaving = ClassTransform.transformingMethodBodies(CodeTransform.ofStateful(Weaver::new));
            return classFiles.transformClass(classFiles.parse(bytes), weaving);
        } catch (IllegalArgumentException e) {
            // It runs as it is; should it not end, its process must.
            return bytes;
        }
    }

    /** A check at the start of each method, against endless recursion, and before each jump back. */
    private static final class Weaver implements CodeTransform {
        private final Set<Label> passed = new HashSet<>();

        @Override
        public void atStart(CodeBuilder code) {
            check(code);
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            if (element instanceof LabelTarget target) passed.add(target.label());
            if (element instanceof BranchInstruction branch && passed.contains(branch.target())) check(code);
            code.with(element);
        }

        private static void check(CodeBuilder code) {
            code.invokestatic(STOP_CHECK, "check", ConstantDescs.MTD_void);
        }
    }

    @Override
    protected String invoke(Method snippet) throws Exception {
        var task = new FutureTask<String>(() -> Shown.of(snippet.invoke(null)));
        enter();
        try {
            new Thread(snippets, task, "snippet").start();
            return task.get();
        } catch (ExecutionException e) {
            if (isStopped()) throw new StoppedException();
            if (e.getCause() instanceof InvocationTargetException thrown) throw thrown;
            throw new InvocationTargetException(e.getCause());
        } catch (OutOfMemoryError e) {
            // No thread for the snippet: the learner has started too many, which is for the learner to see.
            throw new InvocationTargetException(e);
        } finally {
            leave();
        }
    }

    @Override
    public String varValue(String className, String name) throws RunException, InternalException {
        // Its toString() may be a snippet's, and a check in it must not see the last evaluation's end.
        StopCheck.stop(false);
        try {
            Field variable = findClass(className).getDeclaredField(name);
            variable.setAccessible(true);
            return Shown.of(variable.get(null));
        } catch (ReflectiveOperationException e) {
            throw new InternalException(e.toString());
        }
    }
}
