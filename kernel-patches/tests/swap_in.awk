# SPDX-License-Identifier: GPL-2.0-only
#
# Read a trace of swap:mm_swap_in and swap:mm_swap_in_done, decide anew how each page is to be read,
# and print what was seen. The variables mode and delay are what the sysctls were set to.

function value(name) {
	if (!match($0, " " name "=[0-9-]+"))
		return -1
	return substr($0, RSTART + length(name) + 2, RLENGTH - length(name) - 2) + 0
}

function complain() {
	wrong++
	if (wrong <= 5)
		print "wrong: " $0
}

/mm_swap_in: / {
	reads++
	single = value("single"); how = value("how"); mean = value("mean"); sleep = value("sleep")
	if (value("zero"))
		should = 0
	else if (value("fs"))
		should = 2
	else if (value("sync"))
		should = 3
	else if (mode == 0 || !single || value("order") || !value("can_poll"))
		should = 4
	else
		should = mode == 2 ? 6 : 5
	if (how != should || value("mode") != mode || value("delay") != delay)
		complain()
	if (sleep != (should != 6 ? 0 : delay ? delay : int((mean + 1) / 2)))
		complain()
	if (how == 6 && mean > 0)
		sleeps++
	seen[how]++
	if (!single)
		windows++
	asked[value("type") " " value("offset")] = sleep
	next
}

/mm_swap_in_done: / {
	how = value("how")
	key = value("type") " " value("offset")
	if (value("status") != 0)
		complain()
	if (how == 5 || how == 6) {
		done++
		polls += value("polls")
		slept = value("slept")
		# A timer is never early. A read may be complete before the sleep begins.
		if (how == 5 ? slept != 0 : slept != 0 && key in asked && slept < asked[key])
			complain()
		if (value("lat") < slept)
			complain()
		if (how == 6 && slept > 0)
			slept_n++
	} else if (value("polls") != 0 || value("slept") != 0) {
		complain()
	}
}

END {
	printf " reads=%d wrong=%d sync=%d interrupt=%d poll=%d hybrid=%d windows=%d complete=%d", reads, wrong,
		seen[3], seen[4], seen[5], seen[6], windows, done
	printf " polls=%d sleeps=%d slept=%d\n", polls, sleeps, slept_n
}
