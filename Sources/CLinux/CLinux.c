// A header-only target; SwiftPM wants a source file.
#include "CLinux.h"
