; The installer for one user; made by scripts/windows-pack, which defines:
;   VERSION NUMBERS    the version, and its numbers as four parts
;   OUTPUT SIZE_KB     the file to write, and the size of what it installs
;   WEBVIEW2_MINIMUM   the oldest WebView2 with which the window works
;   FILES              the file with the macros INSTALL_FILES and EACH_FILE, which calls a function with each file's name
;   PICTURE            the picture on the first and last page
;
; Silent: setup.exe /S [/LOGIN] [/D=C:\Folder]      uninstall.exe /S [/CLIENTS]
; Exit status: 0 done, 1 cancelled, 2 failed, 3 a newer version is installed, 4 this Windows is too old,
; 5 uninstalled, but LoreKeeper is still in the settings of an assistant.

Unicode true
ManifestDPIAware true
ManifestSupportedOS Win10
RequestExecutionLevel user
SetCompressor /SOLID /FINAL lzma
SetCompressorDictSize 32

!include MUI2.nsh
!include FileFunc.nsh
!include Integration.nsh
!include LogicLib.nsh
!include Sections.nsh
!include WinVer.nsh
!include WordFunc.nsh
!include x64.nsh
!include "${FILES}"

!define PRODUCT "LoreKeeper"
!define PUBLISHER "The LoreKeeper authors"
!define IDENTIFIER "app.lorekeeper.desktop"
!define FILE_CLASS "LoreKeeper.orcbrew"
!define CLASSES "Software\Classes"
!define CURRENT "Software\Microsoft\Windows\CurrentVersion"
!define UNINSTALL_KEY "${CURRENT}\Uninstall\${PRODUCT}"
; What the app's own switch for the start at login reads and writes.
!define RUN_KEY "${CURRENT}\Run"
!define APPROVED_KEY "${CURRENT}\Explorer\StartupApproved\Run"
; Where Microsoft says that WebView2's installer leaves its version.
!define WEBVIEW2_CLIENT "Microsoft\EdgeUpdate\Clients\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}"
!define WEBVIEW2_PAGE "https://developer.microsoft.com/microsoft-edge/webview2/"

Name "${PRODUCT}"
BrandingText "${PRODUCT} ${VERSION}"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\${PRODUCT}"
InstallDirRegKey HKCU "${UNINSTALL_KEY}" "InstallLocation"
VIProductVersion "${NUMBERS}"
VIFileVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "${PRODUCT}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "${PRODUCT} Setup"
VIAddVersionKey "CompanyName" "${PUBLISHER}"
VIAddVersionKey "LegalCopyright" "${PUBLISHER}"

Var WasRunning
; The folder in the program's folder for files that are still in use; how many are there, and which could not be moved.
Var Aside
Var AsideCount
Var Held
Var WebView2
Var TakeFromClients
Var ClientsBox
Var Upgrading

; ---------------------------------------------------------------- pages

!define MUI_ICON "..\..\icons\icon.ico"
!define MUI_UNICON "..\..\icons\icon.ico"
!define MUI_WELCOMEFINISHPAGE_BITMAP "${PICTURE}"
!define MUI_ABORTWARNING
!define MUI_WELCOMEPAGE_TEXT "LoreKeeper keeps one library of fifth-edition content on this computer, for you and your assistant.$\r$\n$\r$\nIt is installed for you alone and needs no administrator. If an earlier version is here, it is replaced; your library stays as it is.$\r$\n$\r$\nLoreKeeper is 5E compatible. It is not made, endorsed or sponsored by Wizards of the Coast LLC."
!define MUI_COMPONENTSPAGE_SMALLDESC
!define MUI_FINISHPAGE_RUN "$INSTDIR\lorekeeper.exe"
!define MUI_FINISHPAGE_RUN_TEXT "Start LoreKeeper"
!define MUI_FINISHPAGE_TEXT "LoreKeeper is installed.$\r$\n$\r$\nTo let Claude or another assistant use your library, start LoreKeeper and choose Assistant, then Connect."

!insertmacro MUI_PAGE_WELCOME
Page custom ShowWebView2
!insertmacro MUI_PAGE_COMPONENTS
!define MUI_PAGE_CUSTOMFUNCTION_LEAVE ChooseOwnFolder
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!define MUI_PAGE_CUSTOMFUNCTION_SHOW ShowFinish
!insertmacro MUI_PAGE_FINISH

UninstPage custom un.ShowLeaving un.LeaveLeaving
!insertmacro MUI_UNPAGE_INSTFILES

!insertmacro MUI_LANGUAGE "English"

; Tells on a page of its own that the window lacks WebView2; installing goes on.
Function ShowWebView2
    Call FindWebView2
    ${If} $WebView2 == "found"
        Abort
    ${EndIf}
    !insertmacro MUI_HEADER_TEXT "One thing is missing" "LoreKeeper's window needs WebView2 by Microsoft."
    nsDialogs::Create 1018
    Pop $0
    ${NSD_CreateLabel} 0 0 100% 24u "$WebView2"
    Pop $0
    ${NSD_CreateLabel} 0 30u 100% 44u "You can install LoreKeeper now and WebView2 before or after it. Without WebView2, LoreKeeper's window does not open; assistants and the command line can use the library all the same.$\r$\n$\r$\nGet the Evergreen Runtime from Microsoft. It is free:"
    Pop $0
    ${NSD_CreateLink} 0 80u 100% 12u "${WEBVIEW2_PAGE}"
    Pop $0
    SetCtlColors $0 0x0563C1 transparent
    ${NSD_OnClick} $0 OpenWebView2Page
    nsDialogs::Show
FunctionEnd

Function OpenWebView2Page
    Pop $0
    ExecShell "open" "${WEBVIEW2_PAGE}"
FunctionEnd

; Sets $WebView2 to "found", or to a sentence about what is missing.
Function FindWebView2
    StrCpy $1 ""
    SetRegView 32
    ReadRegStr $1 HKLM "Software\${WEBVIEW2_CLIENT}" "pv"
    SetRegView default
    ${If} $1 == ""
    ${OrIf} $1 == "0.0.0.0"
        ReadRegStr $1 HKCU "Software\${WEBVIEW2_CLIENT}" "pv"
    ${EndIf}
    ${If} $1 == ""
    ${OrIf} $1 == "0.0.0.0"
        StrCpy $WebView2 "WebView2 is not on this computer. It comes with Windows 11 and with most copies of Windows 10, but can be missing."
        Return
    ${EndIf}
    ${VersionCompare} $1 "${WEBVIEW2_MINIMUM}" $2
    ${If} $2 == 2
        StrCpy $WebView2 "WebView2 on this computer is too old: it is version $1, and LoreKeeper needs ${WEBVIEW2_MINIMUM} or newer."
    ${Else}
        StrCpy $WebView2 "found"
    ${EndIf}
FunctionEnd

Function ShowFinish
    ${If} $WebView2 != "found"
        SendMessage $mui.FinishPage.Run ${BM_SETCHECK} ${BST_UNCHECKED} 0
    ${EndIf}
FunctionEnd

; Other people's files stay out of the program's folder: one that is not empty gets a folder of ours in it.
Function ChooseOwnFolder
    ${DirState} "$INSTDIR" $0
    ${If} $0 == 1
    ${AndIfNot} ${FileExists} "$INSTDIR\uninstall.exe"
        StrCpy $INSTDIR "$INSTDIR\${PRODUCT}"
    ${EndIf}
FunctionEnd

; Says what uninstalling leaves, and offers to change the clients' settings.
Function un.ShowLeaving
    ReadEnvStr $1 LOREKEEPER_HOME
    ${If} $1 == ""
        StrCpy $1 "$PROFILE\.lorekeeper"
    ${EndIf}
    !insertmacro MUI_HEADER_TEXT "Uninstall LoreKeeper" "The programs are removed. Your library stays."
    nsDialogs::Create 1018
    Pop $0
    ${NSD_CreateLabel} 0 0 100% 20u "LoreKeeper will be removed from this folder:$\r$\n$INSTDIR"
    Pop $0
    ${NSD_CreateLabel} 0 28u 100% 32u "Your library with all imported books stays where it is. If you no longer want it, delete this folder yourself:$\r$\n$1"
    Pop $0
    ${NSD_CreateCheckbox} 0 68u 100% 20u "Also remove LoreKeeper from the settings of Claude and other assistants$\r$\n(otherwise they will report that it can't be started)"
    Pop $ClientsBox
    ${NSD_AddStyle} $ClientsBox ${BS_MULTILINE}
    ${NSD_SetState} $ClientsBox $TakeFromClients
    GetDlgItem $0 $HWNDPARENT 1
    SendMessage $0 ${WM_SETTEXT} 0 "STR:Uninstall"
    nsDialogs::Show
FunctionEnd

Function un.LeaveLeaving
    ${NSD_GetState} $ClientsBox $TakeFromClients
FunctionEnd

; ---------------------------------------------------------------- both programs

!macro COMMON un
    ; Ends the app that runs from this folder. Its servers end with it; those of assistants go on with the old file.
    Function ${un}StopApp
        StrCpy $WasRunning 0
        ${IfNot} ${FileExists} "$INSTDIR\lorekeeper.exe"
            Return
        ${EndIf}
        ; The app holds this as long as it runs. 0x100000: SYNCHRONIZE
        System::Call 'kernel32::OpenMutexW(i 0x100000, i 0, w "${IDENTIFIER}-sim") p .r0'
        ${If} $0 P<> 0
            System::Call 'kernel32::CloseHandle(p r0)'
            StrCpy $WasRunning 1
            MessageBox MB_OKCANCEL|MB_ICONINFORMATION "LoreKeeper is running and will be closed." /SD IDOK IDOK +2
            Abort
        ${EndIf}
        DetailPrint "Closing LoreKeeper"
        nsExec::Exec /TIMEOUT=40000 '"$INSTDIR\lorekeeper.exe" --quit'
        Pop $0
        ${If} $0 != 0
        ${AndIf} $WasRunning = 1
            nsExec::Exec /TIMEOUT=10000 '"$SYSDIR\taskkill.exe" /F /T /IM lorekeeper.exe'
            Pop $0
        ${EndIf}
    FunctionEnd

    ; Finds out whether a file of the program's folder can be replaced; its name is on the stack.
    Function ${un}TryFile
        Exch $0
        Rename "$INSTDIR\$0" "$INSTDIR\$0.old"
        ${If} ${FileExists} "$INSTDIR\$0"
            StrCpy $Held "$Held$\r$\n$INSTDIR\$0"
        ${Else}
            Rename "$INSTDIR\$0.old" "$INSTDIR\$0"
        ${EndIf}
        Pop $0
    FunctionEnd

    ; Sets $Held to the files that can't be replaced, before any is.
    Function ${un}TryFiles
        StrCpy $Held ""
        !insertmacro EACH_FILE "${un}TryFile"
    FunctionEnd

    Function ${un}RemoveFiles
        Call ${un}OpenAside
        StrCpy $Held ""
        !insertmacro EACH_FILE "${un}RemoveFile"
        !insertmacro REMOVE_FOLDERS
        Call ${un}CloseAside
    FunctionEnd

    ; Removes a file of the program's folder; its name is on the stack. One that is in use is moved aside: Windows lets a
    ; running program be renamed, but not deleted.
    Function ${un}RemoveFile
        Exch $0
        Delete "$INSTDIR\$0"
        ${If} ${FileExists} "$INSTDIR\$0"
            CreateDirectory "$INSTDIR\$Aside"
            IntOp $AsideCount $AsideCount + 1
            Rename "$INSTDIR\$0" "$INSTDIR\$Aside\$AsideCount"
            ${If} ${FileExists} "$INSTDIR\$0"
                StrCpy $Held "$Held$\r$\n$INSTDIR\$0"
            ${EndIf}
        ${EndIf}
        Pop $0
    FunctionEnd

    ; Begins to move files aside, and removes what earlier times have left.
    Function ${un}OpenAside
        StrCpy $AsideCount 0
        System::Call 'kernel32::GetTickCount() i .r0'
        StrCpy $Aside "old-$0"
        FindFirst $0 $1 "$INSTDIR\old-*"
        ${DoWhile} $1 != ""
            RMDir /r "$INSTDIR\$1"
            ${IfNot} ${FileExists} "$INSTDIR\$1\*.*"
                DeleteRegValue HKCU "${CURRENT}\RunOnce" "${PRODUCT} $1"
            ${EndIf}
            FindNext $0 $1
        ${Loop}
        FindClose $0
    FunctionEnd

    ; Lets Windows remove at the next login what was moved aside.
    Function ${un}CloseAside
        ${If} $AsideCount > 0
            WriteRegStr HKCU "${CURRENT}\RunOnce" "${PRODUCT} $Aside" '"$SYSDIR\cmd.exe" /q /c rmdir /s /q "$INSTDIR\$Aside" & rmdir "$INSTDIR"'
        ${EndIf}
    FunctionEnd

    ; Gives .orcbrew files back to the program that opened them before.
    Function ${un}ReleaseFiles
        ReadRegStr $0 HKCU "${CLASSES}\.orcbrew" ""
        ${If} $0 == "${FILE_CLASS}"
            ReadRegStr $0 HKCU "${CLASSES}\${FILE_CLASS}" "Before"
            ${If} $0 == ""
                DeleteRegValue HKCU "${CLASSES}\.orcbrew" ""
            ${Else}
                WriteRegStr HKCU "${CLASSES}\.orcbrew" "" $0
            ${EndIf}
        ${EndIf}
        DeleteRegValue HKCU "${CLASSES}\.orcbrew\OpenWithProgids" "${FILE_CLASS}"
        DeleteRegKey /ifnosubkeys /ifnovalues HKCU "${CLASSES}\.orcbrew\OpenWithProgids"
        DeleteRegKey /ifnosubkeys /ifnovalues HKCU "${CLASSES}\.orcbrew"
        DeleteRegKey HKCU "${CLASSES}\${FILE_CLASS}"
        ${NotifyShell_AssocChanged}
    FunctionEnd

    ; No longer starts the app of this folder at login.
    Function ${un}ForgetLogin
        ReadRegStr $0 HKCU "${RUN_KEY}" "${PRODUCT}"
        ${WordFind} $0 "$INSTDIR\" "E+1{" $1
        ${If} ${Errors}
            Return
        ${EndIf}
        DeleteRegValue HKCU "${RUN_KEY}" "${PRODUCT}"
        DeleteRegValue HKCU "${APPROVED_KEY}" "${PRODUCT}"
    FunctionEnd
!macroend
!insertmacro COMMON ""
!insertmacro COMMON "un."

; ---------------------------------------------------------------- installing

Section "${PRODUCT}" Programs
    SectionIn RO
    Call ChooseOwnFolder
    Call StopApp
    try:
    Call TryFiles
    StrCpy $2 0
    ; An earlier version knows its own files, also where it is in another folder.
    ReadRegStr $1 HKCU "${UNINSTALL_KEY}" "InstallLocation"
    ${If} $1 == ""
        StrCpy $1 "$INSTDIR"
    ${EndIf}
    ${If} $Held == ""
    ${AndIf} ${FileExists} "$1\uninstall.exe"
        DetailPrint "Removing the earlier version from $1"
        ExecWait '"$1\uninstall.exe" /S /UPGRADE _?=$1' $2
        ${If} $1 != $INSTDIR
        ${AndIfNot} ${FileExists} "$1\lorekeeper-mcp.exe"
            Delete "$1\uninstall.exe"
            RMDir "$1"
        ${EndIf}
    ${EndIf}
    ${If} $Held == ""
    ${AndIf} $2 = 0
        Call RemoveFiles
    ${EndIf}
    ${If} $Held != ""
    ${OrIf} $2 <> 0
        MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "LoreKeeper's files are in use and can't be replaced. Close the programs that use them, such as Claude, and try again.$\r$\n$Held" /SD IDCANCEL IDRETRY try
        SetErrorLevel 2
        Abort "LoreKeeper was not installed."
    ${EndIf}

    ClearErrors
    !insertmacro INSTALL_FILES
    WriteUninstaller "$INSTDIR\uninstall.exe"
    ${If} ${Errors}
    ${OrIfNot} ${FileExists} "$INSTDIR\lorekeeper-mcp.exe"
        MessageBox MB_OK|MB_ICONSTOP "The files could not be written to $INSTDIR. Is the disk full, or the folder write-protected?" /SD IDOK
        SetErrorLevel 2
        Abort "LoreKeeper was not installed."
    ${EndIf}
    SetOutPath "$INSTDIR"
    CreateShortcut "$SMPROGRAMS\${PRODUCT}.lnk" "$INSTDIR\lorekeeper.exe"

    WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" "${PRODUCT}"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\lorekeeper.exe,0"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "Publisher" "${PUBLISHER}"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL_KEY}" "EstimatedSize" ${SIZE_KB}
    WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoRepair" 1
SectionEnd

Section "Open .orcbrew files" OpenFiles
    ReadRegStr $0 HKCU "${CLASSES}\.orcbrew" ""
    ${If} $0 != ""
    ${AndIf} $0 != "${FILE_CLASS}"
        WriteRegStr HKCU "${CLASSES}\${FILE_CLASS}" "Before" $0
    ${EndIf}
    WriteRegStr HKCU "${CLASSES}\${FILE_CLASS}" "" "OrcBrew book"
    WriteRegStr HKCU "${CLASSES}\${FILE_CLASS}\DefaultIcon" "" "$INSTDIR\lorekeeper.exe,0"
    WriteRegStr HKCU "${CLASSES}\${FILE_CLASS}\shell\open\command" "" '"$INSTDIR\lorekeeper.exe" "%1"'
    WriteRegStr HKCU "${CLASSES}\.orcbrew" "" "${FILE_CLASS}"
    WriteRegNone HKCU "${CLASSES}\.orcbrew\OpenWithProgids" "${FILE_CLASS}"
    ${NotifyShell_AssocChanged}
SectionEnd

Section /o "Start at login" StartAtLogin
    WriteRegStr HKCU "${RUN_KEY}" "${PRODUCT}" '"$INSTDIR\lorekeeper.exe" --hidden'
    ; Switched off in the Task Manager, it would not start.
    DeleteRegValue HKCU "${APPROVED_KEY}" "${PRODUCT}"
SectionEnd

; What is no longer wanted, and what was interrupted.
Section "-rest"
    ${IfNot} ${SectionIsSelected} ${OpenFiles}
        Call ReleaseFiles
    ${EndIf}
    ${IfNot} ${SectionIsSelected} ${StartAtLogin}
        Call ForgetLogin
    ${EndIf}
    ${If} ${Silent}
    ${AndIf} $WasRunning = 1
        Exec '"$INSTDIR\lorekeeper.exe" --hidden'
    ${EndIf}
SectionEnd

!insertmacro MUI_FUNCTION_DESCRIPTION_BEGIN
    !insertmacro MUI_DESCRIPTION_TEXT ${Programs} "The window, the server for assistants, the SRD and search by meaning."
    !insertmacro MUI_DESCRIPTION_TEXT ${OpenFiles} "A double click on a book of homebrew imports it."
    !insertmacro MUI_DESCRIPTION_TEXT ${StartAtLogin} "LoreKeeper waits in the notification area. Its settings can change this later."
!insertmacro MUI_FUNCTION_DESCRIPTION_END

Function .onInit
    ${IfNot} ${RunningX64}
    ${OrIfNot} ${AtLeastWin10}
        MessageBox MB_OK|MB_ICONSTOP "LoreKeeper needs a 64-bit Windows 10 or newer." /SD IDOK
        SetErrorLevel 4
        Quit
    ${EndIf}
    ReadRegStr $0 HKCU "${UNINSTALL_KEY}" "DisplayVersion"
    ${If} $0 != ""
        ${VersionCompare} $0 "${VERSION}" $1
        ${If} $1 == 1
            MessageBox MB_OK|MB_ICONSTOP "LoreKeeper $0 is installed, which is newer than ${VERSION}. To go back, uninstall it first; your library stays." /SD IDOK
            SetErrorLevel 3
            Quit
        ${EndIf}
        ; As it was before.
        ReadRegStr $1 HKCU "${CLASSES}\.orcbrew" ""
        ${If} $1 != "${FILE_CLASS}"
            !insertmacro UnselectSection ${OpenFiles}
        ${EndIf}
    ${EndIf}
    ReadRegStr $0 HKCU "${RUN_KEY}" "${PRODUCT}"
    ${GetParameters} $1
    ClearErrors
    ${GetOptions} $1 "/LOGIN" $2
    ${IfNot} ${Errors}
    ${OrIf} $0 != ""
        !insertmacro SelectSection ${StartAtLogin}
    ${EndIf}
    ClearErrors
FunctionEnd

; ---------------------------------------------------------------- uninstalling

Function un.onInit
    ${GetParameters} $1
    StrCpy $Upgrading 0
    StrCpy $TakeFromClients 0
    ClearErrors
    ${GetOptions} $1 "/UPGRADE" $2
    ${IfNot} ${Errors}
        StrCpy $Upgrading 1
    ${EndIf}
    ClearErrors
    ${GetOptions} $1 "/CLIENTS" $2
    ${IfNot} ${Errors}
        StrCpy $TakeFromClients 1
    ${EndIf}
    ClearErrors
FunctionEnd

Section "Uninstall"
    SetOutPath "$TEMP"
    Call un.StopApp
    try:
    Call un.TryFiles
    ${If} $Held != ""
        MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "These files are in use and can't be removed. Close the programs that use them, such as Claude, and try again.$\r$\n$Held" /SD IDCANCEL IDRETRY try
        SetErrorLevel 2
        Abort "LoreKeeper was not removed."
    ${EndIf}
    ${If} $TakeFromClients = 1
        DetailPrint "Removing LoreKeeper from the settings of assistants"
        nsExec::ExecToLog /TIMEOUT=60000 '"$INSTDIR\lorekeeper-mcp.exe" unregister --all'
        Pop $0
        ${If} $0 != 0
            MessageBox MB_OK|MB_ICONEXCLAMATION "LoreKeeper could not be removed from the settings of every assistant. The details say from which; remove it there by hand." /SD IDOK
            SetErrorLevel 5
        ${EndIf}
    ${EndIf}

    Call un.RemoveFiles
    ${If} $Upgrading = 1
        Return
    ${EndIf}

    Delete "$SMPROGRAMS\${PRODUCT}.lnk"
    Call un.ReleaseFiles
    Call un.ForgetLogin
    DeleteRegKey HKCU "${UNINSTALL_KEY}"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
SectionEnd
