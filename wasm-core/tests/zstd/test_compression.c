/* SPDX-License-Identifier: Apache-2.0 */
/* mmzstd.wasm's sources as a host calls them: frames made here by hand, and one file made by the command zstd. */
#include "base/arena.h"
#include "mms/zstd_abi.h"
#include "tests/suite.h"

#define LINES "tests/zstd/lines.zst" /* seq 1 20000 | zstd -19 --check */
#define N_LINES 20000

/* A file's bytes, and what they say. */
struct bytes {
	u8 *at;
	size_t len, cap;
};

static void put(struct bytes *b, const void *from, size_t n)
{
	if (b->cap - b->len < n) {
		b->cap = b->cap * 2 + n;
		b->at = realloc(b->at, b->cap);
	}
	memcpy(b->at + b->len, from, n);
	b->len += n;
}

static void put_little(struct bytes *b, u32 value, size_t n)
{
	u8 byte[4] = {(u8)value, (u8)(value >> 8), (u8)(value >> 16), (u8)(value >> 24)};

	put(b, byte, n);
}

/* `window`: eighths of the power of two above 2^10, as a frame's header has it. */
static void frame(struct bytes *b, u8 window)
{
	put_little(b, 0xfd2fb528, 4);
	put_little(b, (u32)window << 8, 2);
}

enum { RAW, REPEATED };

static void block(struct bytes *b, u32 type, const char *text, u32 n, bool last)
{
	put_little(b, n << 3 | type << 1 | last, 3);
	put(b, text, type == REPEATED ? 1 : n);
}

static void skippable(struct bytes *b, u32 n)
{
	put_little(b, 0x184d2a53, 4);
	put_little(b, n, 4);
	for (; n; n--)
		put(b, "?", 1);
}

struct unpacked {
	int status;
	u64 bytes; /* packed */
	struct bytes plain;
};

static struct unpacked unpack(const u8 *packed, size_t len, size_t chunk)
{
	struct unpacked u = {.status = mms_zstd_begin()};

	CHECK_EQ(u.status, 0, "the beginning");
	for (size_t at = 0; at < len && !u.status; at += chunk) {
		u32 n = (u32)MMS_MIN(chunk, len - at);

		memcpy(mms_memory_base() + mms_zstd_input(), packed + at, n);
		while ((u.status = mms_zstd_feed(n)) > 0) {
			put(&u.plain, mms_memory_base() + mms_zstd_output(), (size_t)u.status);
			n = 0;
		}
	}
	u.status = mms_zstd_end();
	u.bytes = mms_zstd_bytes();
	CHECK_EQ(mms_zstd_end(), u.status, "the end, asked again");
	if (u.status)
		CHECK_EQ(mms_zstd_feed(1), u.status, "more behind an error");
	return u;
}

static bool is(const struct unpacked *u, const struct bytes *plain)
{
	return u->plain.len == plain->len && (!plain->len || !memcmp(u->plain.at, plain->at, plain->len));
}

static void check(const struct bytes *packed, const struct bytes *plain)
{
	static const size_t chunks[] = {1, 2, 7, 1000, MMS_ZSTD_INPUT};

	for (size_t i = 0; i < MMS_COUNT(chunks); i++) {
		struct unpacked u = unpack(packed->at, packed->len, chunks[i]);

		CHECK_EQ(u.status, 0, "the status");
		CHECK_EQ(u.bytes, packed->len, "packed bytes");
		CHECK(is(&u, plain), "in chunks of %zu: %zu other bytes, not %zu", chunks[i], u.plain.len, plain->len);
		free(u.plain.at);
	}
}

static void check_refused(const struct bytes *packed, int status, u64 bytes)
{
	struct unpacked u = unpack(packed->at, packed->len, MMS_ZSTD_INPUT);

	CHECK_EQ(u.status, status, "the status");
	CHECK_EQ(u.bytes, bytes, "its byte");
	free(u.plain.at);
}

static struct bytes the_file(void)
{
	struct bytes packed = {0};
	FILE *file = fopen(LINES, "rb");
	u8 piece[4096];

	CHECK(file, "there is no " LINES);
	for (size_t n; file && (n = fread(piece, 1, sizeof(piece), file));)
		put(&packed, piece, n);
	if (file)
		fclose(file);
	return packed;
}

static struct bytes its_text(void)
{
	struct bytes plain = {0};
	char line[16];

	for (int i = 1; i <= N_LINES; i++)
		put(&plain, line, (size_t)snprintf(line, sizeof(line), "%d\n", i));
	return plain;
}

static void done(struct bytes a, struct bytes b)
{
	free(a.at);
	free(b.at);
}

static void a_file(void)
{
	struct bytes packed = the_file(), plain = its_text();

	check(&packed, &plain);
	note("%zu bytes from %zu", plain.len, packed.len);
	done(packed, plain);
}

static void frames(void)
{
	struct bytes packed = {0}, plain = {0};
	static const char text[] = "one frame\n";

	skippable(&packed, 0);
	for (u32 i = 0; i < 300; i++) {
		frame(&packed, (u8)(i % 64));
		block(&packed, RAW, text, sizeof(text) - 1, false);
		block(&packed, RAW, "", 0, i % 2);
		if (!(i % 2))
			block(&packed, REPEATED, "x", 900, true);
		skippable(&packed, i);
		put(&plain, text, sizeof(text) - 1);
		for (u32 k = 0; !(i % 2) && k < 900; k++)
			put(&plain, "x", 1);
	}
	check(&packed, &plain);
	note("300 frames");
	done(packed, plain);
}

static void more_than_fits(void)
{
	struct bytes packed = {0}, plain = {0};

	frame(&packed, 7 << 3 | 1); /* not a power of two */
	for (int i = 0; i < 40; i++) {
		block(&packed, REPEATED, i % 2 ? "a" : "b", 131072 - (u32)i, i == 39);
		for (int k = 0; k < 131072 - i; k++)
			put(&plain, i % 2 ? "a" : "b", 1);
	}
	check(&packed, &plain);
	note("%zu bytes from %zu", plain.len, packed.len);
	done(packed, plain);
}

static void cut(void)
{
	struct bytes packed = the_file(), plain = its_text();

	for (size_t len = 1; len < packed.len; len += len < 100 || packed.len - len < 100 ? 1 : 197) {
		struct unpacked u = unpack(packed.at, len, MMS_ZSTD_INPUT);

		CHECK_EQ(u.status, MMS_ZSTD_DAMAGED, "the status");
		CHECK_EQ(u.bytes, len, "its byte");
		CHECK(u.plain.len <= plain.len && !memcmp(u.plain.at ? u.plain.at : plain.at, plain.at, u.plain.len), "other text");
		free(u.plain.at);
	}
	done(packed, plain);
}

static void damaged(void)
{
	struct bytes packed = the_file(), plain = its_text();
	unsigned refused = 0, taken = 0;

	for (size_t at = 0; at < packed.len; at += at < 50 ? 1 : 59)
		for (int bit = 0; bit < 8; bit++) {
			struct unpacked u;

			packed.at[at] ^= (u8)(1 << bit);
			u = unpack(packed.at, packed.len, MMS_ZSTD_INPUT);
			CHECK(u.status < 0 || is(&u, &plain), "bit %d of byte %zu: other text", bit, at);
			CHECK(u.bytes <= packed.len, "%zu bytes", (size_t)u.bytes);
			refused += u.status < 0;
			taken += !u.status;
			free(u.plain.at);
			packed.at[at] ^= (u8)(1 << bit);
		}
	CHECK(refused > 50 * taken, "%u refused", refused);
	note("%u refused, %u the same text", refused, taken);
	done(packed, plain);
}

static void where(void)
{
	struct bytes packed = {0};

	frame(&packed, 0);
	block(&packed, RAW, "text", 4, false);
	put_little(&packed, 7, 3); /* type 3 */
	block(&packed, RAW, "text", 4, true);
	check_refused(&packed, MMS_ZSTD_DAMAGED, 16);
	packed.len = 6;
	put_little(&packed, ((2u << 20) - 1) << 3 | RAW << 1 | 1, 3); /* a block of 2 MiB */
	put_little(&packed, 0, 1);
	check_refused(&packed, MMS_ZSTD_DAMAGED, 9);
	packed.len = 0;
	frame(&packed, 0);
	block(&packed, RAW, "text", 4, true);
	put(&packed, "and more", 8);
	check_refused(&packed, MMS_ZSTD_DAMAGED, 18);
	free(packed.at);
}

static void windows(void)
{
	struct bytes packed = {0}, plain = {0};

	/* each larger than the one before, to 128 MiB: none is kept beside the next */
	for (u32 window = 0; window <= 17 << 3; window++) {
		frame(&packed, (u8)window);
		block(&packed, RAW, "window\n", 7, true);
		put(&plain, "window\n", 7);
	}
	check(&packed, &plain);
	frame(&packed, 17 << 3 | 1);
	check_refused(&packed, MMS_ZSTD_WINDOW, packed.len);
	packed.len = 0;
	frame(&packed, 21 << 3);
	put_little(&packed, 0, 3);
	check_refused(&packed, MMS_ZSTD_WINDOW, 9);
	done(packed, plain);
}

static void short_blocks(void)
{
	struct bytes packed = {0}, plain = {0};
	struct unpacked u;

	frame(&packed, 17 << 3);
	for (int i = 0; i < 1 << 20; i++) {
		block(&packed, RAW, "x", 1, i == (1 << 20) - 1);
		put(&plain, "x", 1);
	}
	u = unpack(packed.at, packed.len, MMS_ZSTD_INPUT);
	CHECK_EQ(u.status, 0, "the status");
	CHECK(is(&u, &plain), "other text");
	free(u.plain.at);
	done(packed, plain);
}

SUITE(compression)
{
	static const struct test tests[] = {
		{"zstd: a file is unpacked, however it is cut into chunks", a_file},
		{"zstd: frames one behind another, and skippable ones", frames},
		{"zstd: blocks beyond the room for plain bytes, in a window of odd size", more_than_fits},
		{"zstd: a file that is cut off is refused, at its end", cut},
		{"zstd: a flipped bit is refused, or changes nothing", damaged},
		{"zstd: an error is reported at the end of the block or header that is wrong", where},
		{"zstd: windows up to 128 MiB, one after another; larger ones are refused", windows},
		{"zstd: a million blocks in a window of 128 MiB", short_blocks},
	};

	RUN(tests);
}
