/* What the tests need of Windows itself. Texts are UTF-8, one item a line.
 *
 * helper run [NAME=VALUE...] PROGRAM ARGUMENT... runs a program with variables that Wine would set itself,
 * and ends with its exit status. The program ends with this one. (Of a program with several threads, Wine
 * does not always pass on the status.)
 * helper hold FILE                 keeps a file open so that nobody else may open it, until the end of input
 * helper kill                      reads ids of processes and ends each at once, as the Task Manager does
 * helper windows                   prints the visible windows, each with the texts in it behind tabs
 * helper close TITLE               closes the windows of this title, as the cross at their corner does
 */
#define WIN32_LEAN_AND_MEAN
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <wchar.h>
#include <windows.h>

enum { TEXT_LENGTH = 4096, USAGE = 64, IMPOSSIBLE = 65 };

static void print(const wchar_t *text, char end) {
    char bytes[3 * TEXT_LENGTH];
    WideCharToMultiByte(CP_UTF8, 0, text, -1, bytes, sizeof bytes, NULL, NULL);
    for (char *byte = bytes; *byte; byte++) putchar(*byte == '\n' || *byte == '\r' ? ' ' : *byte);
    putchar(end);
    fflush(stdout);
}

/* The rest of this program's command line, as it was written. */
static wchar_t *after_words(int words) {
    wchar_t *rest = GetCommandLine();
    while (words-- > 0) {
        for (BOOL quoted = FALSE; *rest && (quoted || *rest != L' '); rest++)
            if (*rest == L'"') quoted = !quoted;
        while (*rest == L' ') rest++;
    }
    return rest;
}

static int run(wchar_t **words) {
    int taken = 2;
    for (wchar_t *value; words[taken] && (value = wcschr(words[taken], L'=')); taken++) {
        *value = 0;
        SetEnvironmentVariable(words[taken], value + 1);
    }
    HANDLE job = CreateJobObject(NULL, NULL);
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limit = {0};
    limit.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_SILENT_BREAKAWAY_OK;
    SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limit, sizeof limit);
    STARTUPINFO start = {.cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES,
                         .hStdInput = GetStdHandle(STD_INPUT_HANDLE), .hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE),
                         .hStdError = GetStdHandle(STD_ERROR_HANDLE)};
    PROCESS_INFORMATION made;
    if (!CreateProcess(NULL, after_words(taken), NULL, NULL, TRUE, CREATE_SUSPENDED, NULL, NULL, &start, &made)) {
        fprintf(stderr, "helper: error %lu when starting\n", GetLastError());
        return IMPOSSIBLE;
    }
    AssignProcessToJobObject(job, made.hProcess);
    ResumeThread(made.hThread);
    /* Otherwise the program's input would never end. */
    CloseHandle(start.hStdInput);
    WaitForSingleObject(made.hProcess, INFINITE);
    DWORD status = IMPOSSIBLE;
    GetExitCodeProcess(made.hProcess, &status);
    return (int)status;
}

static int hold(const wchar_t *path) {
    HANDLE file = CreateFile(path, GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE) return IMPOSSIBLE;
    print(L"held", '\n');
    while (getchar() != EOF) {}
    CloseHandle(file);
    return 0;
}

static int kill(void) {
    for (unsigned long process; scanf("%lu", &process) == 1;) {
        HANDLE handle = OpenProcess(PROCESS_TERMINATE | SYNCHRONIZE, FALSE, process);
        BOOL done = handle && TerminateProcess(handle, 1) && WaitForSingleObject(handle, 30000) == WAIT_OBJECT_0;
        print(done ? L"ended" : L"not there", '\n');
        if (handle) CloseHandle(handle);
    }
    return 0;
}

static BOOL CALLBACK print_text(HWND window, LPARAM unused) {
    wchar_t text[TEXT_LENGTH] = L"";
    SendMessageTimeout(window, WM_GETTEXT, TEXT_LENGTH, (LPARAM)text, SMTO_ABORTIFHUNG, 2000, NULL);
    if (*text) print(text, '\t');
    return TRUE;
}

static BOOL CALLBACK print_window(HWND window, LPARAM unused) {
    if (IsWindowVisible(window)) {
        print_text(window, 0);
        EnumChildWindows(window, print_text, 0);
        putchar('\n');
    }
    return TRUE;
}

static BOOL CALLBACK close_window(HWND window, LPARAM title) {
    wchar_t text[TEXT_LENGTH] = L"";
    GetWindowText(window, text, TEXT_LENGTH);
    if (IsWindowVisible(window) && wcscmp(text, (const wchar_t *)title) == 0) PostMessage(window, WM_CLOSE, 0, 0);
    return TRUE;
}

int wmain(int count, wchar_t **words) {
    _setmode(_fileno(stdout), _O_BINARY);
    const wchar_t *what = count > 1 ? words[1] : L"";
    if (!wcscmp(what, L"run") && count > 2) return run(words);
    if (!wcscmp(what, L"hold") && count == 3) return hold(words[2]);
    if (!wcscmp(what, L"kill")) return kill();
    if (!wcscmp(what, L"windows")) return !EnumWindows(print_window, 0);
    if (!wcscmp(what, L"close") && count == 3) return !EnumWindows(close_window, (LPARAM)words[2]);
    return USAGE;
}
