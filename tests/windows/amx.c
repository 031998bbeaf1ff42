/* Loaded before Wine: asks Linux for permission to use the matrix registers of newer processors. ONNX Runtime
 * for Windows uses them wherever the processor has them, since Windows asks for no permission. Without it,
 * Linux would end the program. */
#include <sys/syscall.h>
#include <unistd.h>

enum { REQUEST_STATE_COMPONENT = 0x1023, MATRIX_DATA = 18 };

__attribute__((constructor)) static void allow_matrices(void) {
    /* A processor without them refuses; then nothing would use them. */
    syscall(SYS_arch_prctl, REQUEST_STATE_COMPONENT, MATRIX_DATA);
}
