/** Input of hostile or broken clients. */

function createNested(levels: number): unknown {
	let value: unknown = 'x';
	for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
	return value;
}

/** As text: in a path, a query, a header. */
export const TEXTS: readonly string[] = [
	'', ' ', '0', '-1', '1.5', '1e3', '0x10', '٣', '1e400', 'NaN', 'Infinity', '9007199254740993', '99999999999999999999', '4294967296', '-0',
	'null', 'undefined', 'true', 'false', '[]', '{}', '[object Object]',
	"'", '"', "' OR 1=1--", "'; drop table users; --", '1; select pg_sleep(5)', '%', '_', '\\', '#{7*7}', '{{7*7}}', '$where', '|| true', '`id`',
	'<script>alert(1)</script>', 'javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'http://169.254.169.254/',
	'../../etc/passwd', '..%2f..%2fetc%2fpasswd', '/etc/passwd', 'C:\\', '.', '..', 'a\r\nSet-Cookie: x=y', 'a\tb', 'a\u0000b', '\u0000',
	'\u{1f40e}', 'é', 'e\u0301', '\u202eevil', '\ufeff', '\uffff', 'ﬁ', 'İ', 'ß', 'x'.repeat(300), 'x'.repeat(5_000), '%00', '%ff', '%',
	'2026-02-30', '9999-99-99', '0000-00-00', '2026-01-01T25:00:00Z', '+275760-09-13', '-000001-01-01T00:00:00Z', '00000000-0000-0000-0000-000000000000',
	'__proto__', 'constructor', 'hasOwnProperty', 'a@b', 'a@b.co,c@d.ee', `${'a'.repeat(250)}@b.co`, '\ud800',
]; // biome-ignore format: a table

/** As JSON values of body fields. */
export const VALUES: readonly unknown[] = [
	...TEXTS, 'x'.repeat(100_000), null, true, false, 0, -0, -1, 1.5, 1e308, -1e308, 2 ** 53, 1e21, [], [[]], [null], ['a', 'b'], {}, { a: 1 }, { $gt: '' },
	{ toString: 'x' }, { length: 1e9 }, [...new Array(1_000).keys()], createNested(50), JSON.parse('{"__proto__":{"admin":true}}'),
]; // biome-ignore format: a table

/** Whole bodies that aren't JSON, or not of the expected type: text and its content type. */
export const BODIES: readonly (readonly [text: string, type: string | undefined])[] = [
	['', 'application/json'], ['{', 'application/json'], ['NaN', 'application/json'], ['null', 'application/json'], ['[]', 'application/json'], ['"x"', 'application/json'],
	['7', 'application/json'], ['{}', 'application/json'], ['{"a":1,"a":2}', 'application/json'], ['{"__proto__":{"x":1}}', 'application/json'],
	['{"constructor":{"prototype":{"x":1}}}', 'application/json'], ['['.repeat(50_000), 'application/json'], [`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, 'application/json'],
	['\ufeff{}', 'application/json'], ['{}', 'text/plain'], ['{}', 'application/xml'], ['{}', undefined], ['a=1', 'application/x-www-form-urlencoded'],
	['x', 'multipart/form-data'], ['x', 'multipart/form-data; boundary=a'], ['{}', 'application/json; charset=utf-16'], ['{}', 'nonsense'], ['{}', 'application/json-patch+json'],
	[JSON.stringify({ x: 'x'.repeat(400_000) }), 'application/json'],
]; // biome-ignore format: a table
