# SPDX-License-Identifier: GPL-2.0-only
#
# Read a trace of swap:mm_swap_in and swap:mm_swap_in_done, decide anew how each page is to be read,
# and print what was seen. The variables mode and delay are what the sysctls were set to.

BEGIN {
	mode_name = mode == 2 ? "hybrid" : mode == 1 ? "poll" : "interrupt"
}

function value(name) {
	if (!match($0, " " name "=[0-9-]+"))
		return -1
	return substr($0, RSTART + length(name) + 2, RLENGTH - length(name) - 2) + 0
}

function word(name) {
	return match($0, " " name "=[a-z_-]+") ? substr($0, RSTART + length(name) + 2, RLENGTH - length(name) - 2) : ""
}

function complain() {
	wrong++
	if (wrong <= 5)
		print "wrong: " $0
}

# No sleep is longer than 100 ms.
function half(mean) {
	mean = int((mean + 1) / 2)
	return mean < 100000000 ? mean : 100000000
}

/mm_swap_in: / {
	reads++
	single = value("single"); how = word("how"); mean = value("mean"); sleep = value("sleep")
	if (value("zero"))
		should = "zero"
	else if (value("zswap"))
		should = "zswap"
	else if (value("fs"))
		should = "fs"
	else if (value("sync"))
		should = "sync"
	else if (mode == 0 || !single || value("order") || !value("can_poll"))
		should = "interrupt"
	else
		should = mode_name
	if (how != should || word("mode") != mode_name || value("delay") != delay)
		complain()
	if (sleep != (should != "hybrid" ? 0 : delay ? delay : half(mean)))
		complain()
	if (how == "hybrid" && mean > 0)
		sleeps++
	seen[how]++
	if (!single)
		windows++
	asked[value("type") " " value("offset")] = sleep
	if (value("mean_n") > 0) {
		traced++
		traced_type[traced] = value("type"); traced_open[traced] = value("window")
		traced_mean[traced] = mean; traced_n[traced] = value("mean_n")
	} else if (mean > 0) {
		complain()
	}
	next
}

/mm_swap_in_done: / {
	how = word("how")
	key = value("type") " " value("offset")
	if (value("status") != 0)
		complain()
	if (how == "poll" || how == "hybrid") {
		done++
		polls += value("polls")
		slept = value("slept")
		# A timer is never early. A read may be complete before the sleep begins.
		if (how == "poll" ? slept != 0 : slept != 0 && key in asked && slept < asked[key])
			complain()
		if (value("lat") < slept)
			complain()
		if (how == "hybrid" && slept > 0)
			slept_n++
		window = value("type") " " value("window")
		if (!(window in sum)) {
			windows_n[value("type")]++
			ends[value("type") " " windows_n[value("type")]] = value("window")
		}
		sum[window] += value("lat")
		count[window]++
	} else if (value("window") != 0 || value("window_n") != 0) {
		complain()
	} else if (value("polls") != 0 || value("slept") != 0) {
		complain()
	}
}

# The mean that was traced is that of the last window with reads which had ended then. Each window's
# reads have to be there from the first on, whatever order they are printed in.
function mean_of(i,    k, end, last, window) {
	last = 0
	for (k = 1; k <= windows_n[traced_type[i]]; k++) {
		end = ends[traced_type[i] " " k]
		if (end < traced_open[i] && end > last)
			last = end
	}
	window = traced_type[i] " " last
	if (!last)
		return
	means++
	if (count[window] != traced_n[i] || int(sum[window] / count[window]) != traced_mean[i]) {
		wrong++
		if (wrong <= 5)
			printf "wrong: mean %d of %d, but %d of %d in window %s\n", traced_mean[i], traced_n[i],
				sum[window] / count[window], count[window], last
	}
}

END {
	for (i = 1; i <= traced; i++)
		mean_of(i)
	printf " reads=%d wrong=%d sync=%d interrupt=%d poll=%d hybrid=%d windows=%d complete=%d", reads, wrong,
		seen["sync"], seen["interrupt"], seen["poll"], seen["hybrid"], windows, done
	printf " polls=%d sleeps=%d slept=%d means=%d\n", polls, sleeps, slept_n, means
}
