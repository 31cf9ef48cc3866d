/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf_abi.h - the numbers of the perf.data format and of the perf_event ABI.
 *
 * They are written down here, not taken from <linux/perf_event.h>: recordings come from newer and
 * older kernels than the one this is built on. perf_abi.c checks them against that header. Sources:
 * include/uapi/linux/perf_event.h, tools/perf/Documentation/perf.data-file-format.txt,
 * tools/lib/perf/include/perf/event.h, and the headers of simpleperf and hiperf.
 */
#ifndef TF_INPUT_PERF_ABI_H
#define TF_INPUT_PERF_ABI_H

#include <stdint.h>

/* Record types of the kernel. */
enum {
	PR_MMAP = 1, PR_LOST = 2, PR_COMM = 3, PR_EXIT = 4, PR_THROTTLE = 5, PR_UNTHROTTLE = 6, PR_FORK = 7,
	PR_READ = 8, PR_SAMPLE = 9, PR_MMAP2 = 10, PR_AUX = 11, PR_ITRACE_START = 12, PR_LOST_SAMPLES = 13,
	PR_SWITCH = 14, PR_SWITCH_CPU_WIDE = 15, PR_NAMESPACES = 16, PR_KSYMBOL = 17, PR_BPF_EVENT = 18,
	PR_CGROUP = 19, PR_TEXT_POKE = 20, PR_AUX_OUTPUT_HW_ID = 21, PR_CALLCHAIN_DEFERRED = 22,
	PR_KERNEL_MAX = 23,
	/* of the perf tool */
	PR_USER = 64,
	PR_HEADER_ATTR = 64, PR_HEADER_EVENT_TYPE = 65, PR_HEADER_TRACING_DATA = 66, PR_HEADER_BUILD_ID = 67,
	PR_FINISHED_ROUND = 68, PR_ID_INDEX = 69, PR_AUXTRACE_INFO = 70, PR_AUXTRACE = 71, PR_AUXTRACE_ERROR = 72,
	PR_THREAD_MAP = 73, PR_CPU_MAP = 74, PR_STAT_CONFIG = 75, PR_STAT = 76, PR_STAT_ROUND = 77,
	PR_EVENT_UPDATE = 78, PR_TIME_CONV = 79, PR_HEADER_FEATURE = 80, PR_COMPRESSED = 81, PR_FINISHED_INIT = 82,
	PR_COMPRESSED2 = 83, PR_BPF_METADATA = 84, PR_SCHEDSTAT_CPU = 85, PR_SCHEDSTAT_DOMAIN = 86,
	PR_MAX = 87,
	/* of simpleperf: the size has 32 bits, its upper half where misc is in other records */
	PR_SP_FIRST = 32769, PR_SP_LAST = 32799,
};

/* The name of a record type as perf's --stats prints it; NULL: not known. */
const char *tf_perf_record_name(uint32_t type);

/* perf_event_header.misc */
enum {
	PM_CPUMODE = 7,
	PM_MMAP_DATA = 1 << 13, PM_COMM_EXEC = 1 << 13, PM_FORK_EXEC = 1 << 13,
	PM_EXACT_IP = 1 << 14, PM_MMAP_BUILD_ID = 1 << 14,
	PM_BUILD_ID_SIZE = 1 << 15, /* in the build-id table: the id's length is stored */
};

/* perf_event_attr.sample_type, in the order in which the parts follow, save where noted */
#define PS_IP               (1ull << 0)
#define PS_TID              (1ull << 1)
#define PS_TIME             (1ull << 2)
#define PS_ADDR             (1ull << 3)
#define PS_READ             (1ull << 4) /* after PERIOD */
#define PS_CALLCHAIN        (1ull << 5) /* after READ */
#define PS_ID               (1ull << 6) /* after ADDR */
#define PS_CPU              (1ull << 7) /* after STREAM_ID */
#define PS_PERIOD           (1ull << 8)
#define PS_STREAM_ID        (1ull << 9)
#define PS_RAW              (1ull << 10)
#define PS_BRANCH_STACK     (1ull << 11)
#define PS_REGS_USER        (1ull << 12)
#define PS_STACK_USER       (1ull << 13)
#define PS_WEIGHT           (1ull << 14)
#define PS_DATA_SRC         (1ull << 15)
#define PS_IDENTIFIER       (1ull << 16) /* first in samples, last in other records */
#define PS_TRANSACTION      (1ull << 17)
#define PS_REGS_INTR        (1ull << 18)
#define PS_PHYS_ADDR        (1ull << 19)
#define PS_AUX              (1ull << 20) /* last */
#define PS_CGROUP           (1ull << 21)
#define PS_DATA_PAGE_SIZE   (1ull << 22)
#define PS_CODE_PAGE_SIZE   (1ull << 23)
#define PS_WEIGHT_STRUCT    (1ull << 24) /* where WEIGHT is */
#define PS_HIPERF_SERVER    (1ull << 31) /* hiperf only: after CALLCHAIN */

/* perf_event_attr.read_format */
enum { PF_ENABLED = 1, PF_RUNNING = 2, PF_ID = 4, PF_GROUP = 8, PF_LOST = 16 };

/* perf_event_attr.branch_sample_type: what changes the layout */
#define PB_HW_INDEX (1ull << 17)
#define PB_COUNTERS (1ull << 19)

/* The bits of perf_event_attr after read_format, counted as on a little-endian machine. */
#define PA_INHERIT        (1ull << 1)
#define PA_PINNED         (1ull << 2)
#define PA_EXCLUDE_USER   (1ull << 4)
#define PA_EXCLUDE_KERNEL (1ull << 5)
#define PA_EXCLUDE_HV     (1ull << 6)
#define PA_EXCLUDE_IDLE   (1ull << 7)
#define PA_FREQ           (1ull << 10)
#define PA_SAMPLE_ID_ALL  (1ull << 18)
#define PA_EXCLUDE_HOST   (1ull << 19)
#define PA_EXCLUDE_GUEST  (1ull << 20)
#define PA_BIT_PRECISE    15

enum { PT_HARDWARE, PT_SOFTWARE, PT_TRACEPOINT, PT_HW_CACHE, PT_RAW, PT_BREAKPOINT };

/* Header features. */
enum {
	PH_TRACING_DATA = 1, PH_BUILD_ID = 2, PH_HOSTNAME = 3, PH_OSRELEASE = 4, PH_VERSION = 5, PH_ARCH = 6,
	PH_NRCPUS = 7, PH_CPUDESC = 8, PH_CPUID = 9, PH_TOTAL_MEM = 10, PH_CMDLINE = 11, PH_EVENT_DESC = 12,
	PH_CPU_TOPOLOGY = 13, PH_NUMA_TOPOLOGY = 14, PH_BRANCH_STACK = 15, PH_PMU_MAPPINGS = 16,
	PH_GROUP_DESC = 17, PH_AUXTRACE = 18, PH_STAT = 19, PH_CACHE = 20, PH_SAMPLE_TIME = 21,
	PH_MEM_TOPOLOGY = 22, PH_CLOCKID = 23, PH_DIR_FORMAT = 24, PH_BPF_PROG_INFO = 25, PH_BPF_BTF = 26,
	PH_COMPRESSED = 27, PH_CPU_PMU_CAPS = 28, PH_CLOCK_DATA = 29, PH_HYBRID_TOPOLOGY = 30,
	PH_PMU_CAPS = 31, PH_CPU_DOMAIN_INFO = 32, PH_E_MACHINE = 33, PH_CLN_SIZE = 34,
	/* simpleperf */
	PH_SP_FILE = 128, PH_SP_META_INFO = 129, PH_SP_FILE2 = 132,
	/* hiperf */
	PH_HI_SYMBOLS = 192, PH_HI_WORKLOAD = 193, PH_HI_RECORD_TIME = 194, PH_HI_STACK_TABLE = 197,
	PH_MAX = 256,
};

#define PERF_HEADER_SIZE      104 /* magic … features */
#define PERF_HEADER_SIZE_OLD  72  /* the first ones end before the features */
#define PERF_PIPE_HEADER_SIZE 16
#define PERF_ATTR_MIN         64

#endif
