/* SPDX-License-Identifier: Apache-2.0 */
#include "host.h"

#include "suite.h"
#include "tables/tables.h"

void *host_at(uint32_t address)
{
	return address ? mms_memory_base() + address : NULL;
}

const char *host_error(void)
{
	return ((const struct mms_error *)host_at(mms_error()))->text;
}

const struct mms_report *host_report(void)
{
	return host_at(mms_report());
}

void host_reset(void)
{
	CHECK(mms_reset(0, 0) == 0, "mms_reset: %s", host_error());
}

int host_try(const char *name, unsigned index, long long value)
{
	for (u32 i = 0; i < mms_n_params; i++)
		if (!strcmp(mms_params_table[i].name, name))
			return mms_param_set(mms_params_table[i].id, index, value);
	CHECK(false, "no parameter %s", name);
	return -1;
}

void host_set(const char *name, unsigned index, long long value)
{
	CHECK(host_try(name, index, value) == 0, "%s[%u]=%lld: %s", name, index, value, host_error());
}

static int run_on(int status, unsigned piece)
{
	while (status >= 0 && (status = mms_model_run(piece)) == MMS_status_more)
		continue;
	return status;
}

int host_run(unsigned piece)
{
	return run_on(mms_model_begin(), piece);
}

int host_read(const char *text, size_t len, size_t chunk)
{
	size_t at = 0;
	int status;

	host_reset();
	chunk = chunk ? chunk : 65536;
	status = mms_reader_begin();
	while (status >= 0 && at < len) {
		size_t n = len - at < chunk ? len - at : chunk;

		memcpy(host_at(mms_staging((u32)n)), text + at, n);
		status = mms_reader_feed((u32)n);
		at += n;
	}
	return status < 0 ? status : mms_reader_end();
}

int host_asif_begin(const char *text, size_t len, enum mms_machine_id machine, const char *name, long long value, bool own)
{
	int status;

	status = host_read(text, len, 0);
	if (status < 0)
		return status;
	host_set("machine", 0, machine);
	host_set(name, 0, value);
	return mms_asif_begin(own);
}

int host_asif(const char *text, size_t len, enum mms_machine_id machine, const char *name, long long value, bool own)
{
	int status = host_asif_begin(text, len, machine, name, value, own);

	return status < 0 ? status : run_on(status, 1000);
}

char *host_write(size_t *len)
{
	size_t cap = 1 << 16;
	char *text = malloc(cap);
	int n;

	*len = 0;
	CHECK(mms_write_begin() == 0, "mms_write_begin: %s", host_error());
	while ((n = mms_write_next(1 << 19)) > 0) {
		while (*len + (size_t)n > cap)
			text = realloc(text, cap *= 2);
		memcpy(text + *len, host_at(mms_staging(1)), (size_t)n);
		*len += (size_t)n;
	}
	CHECK(n == 0, "mms_write_next: %s", host_error());
	return text;
}

const struct mms_totals *host_check(void)
{
	int status = mms_check_begin();

	while (status >= 0 && (status = mms_check_run(1000)) == MMS_status_more)
		continue;
	CHECK(status == 0, "mms_check_run: %s", host_error());
	return host_at(mms_totals());
}

const struct mms_verdict *host_verdict(unsigned event)
{
	return (const struct mms_verdict *)host_at(mms_verdicts()) + event;
}

const struct mms_event *host_event(unsigned index)
{
	return host_at(mms_event_at(index));
}

const struct mms_state *host_seek(unsigned n)
{
	return host_at(mms_seek(n));
}

u64 host_stat(const char *text)
{
	for (u32 i = mms_event_count(); i-- > 0;)
		if (host_event(i)->kind == MMS_KIND_stat && !strcmp(host_event(i)->stat.text, text))
			return host_event(i)->stat.value;
	CHECK(false, "there is no stat %s", text);
	return 0;
}

bool all_same(const struct mms_totals *t)
{
	return t->same == t->decisions && t->replay_same + t->stateless_only == t->decisions && t->keys_same == t->keys && !t->lost;
}

bool host_fine(const struct mms_verdict *v)
{
	return v->check <= MMS_check_same && (v->replay_check <= MMS_check_same || v->replay_check == MMS_check_stateless);
}

char *host_unpack(const char *path, size_t *len)
{
	char command[4096];
	size_t cap = 1 << 20, n;
	char *text = malloc(cap);
	FILE *pipe;

	snprintf(command, sizeof(command), "gzip -dc '%s'", path);
	pipe = popen(command, "r");
	*len = 0;
	while (pipe && (n = fread(text + *len, 1, cap - *len, pipe)) > 0) {
		*len += n;
		if (*len == cap)
			text = realloc(text, cap *= 2);
	}
	if (!pipe || pclose(pipe) != 0) {
		fprintf(stderr, "%s cannot be unpacked\n", path);
		abort();
	}
	return text;
}

char *host_capture(const char *name, size_t *len)
{
	char path[256];

	snprintf(path, sizeof(path), "../datasets/captures/%s.mmscope.gz", name);
	return host_unpack(path, len);
}
