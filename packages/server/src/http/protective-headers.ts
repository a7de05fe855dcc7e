import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import fastify from 'fastify';

/** Headers of every answer, with or without helmet. */
const PLAIN = new Set(['content-length', 'content-type', 'date', 'connection']);

/** Headers that data needs; the others only concern pages. */
const FOR_DATA = new Set(['cross-origin-resource-policy', 'strict-transport-security', 'x-content-type-options', 'x-frame-options']);

type Headers = Readonly<Record<string, string>>;

/** The headers that helmet sets with these options, for pages and for data. Computed once, because helmet would build them for each answer. */
export async function protectiveHeaders(options: FastifyHelmetOptions): Promise<{ pages: Headers; data: Headers }> {
	const probe = fastify();
	await probe.register(helmet, options);
	probe.get('/', () => '');
	const { headers } = await probe.inject('/');
	await probe.close();
	const all = Object.entries(headers).flatMap(([name, value]) => (PLAIN.has(name) ? [] : [[name, String(value)] as const]));
	return { pages: Object.fromEntries(all), data: Object.fromEntries(all.filter(([name]) => FOR_DATA.has(name))) };
}
