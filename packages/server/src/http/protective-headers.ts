import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import fastify from 'fastify';

/** What any answer has, helmet or not. */
const PLAIN = new Set(['content-length', 'content-type', 'date', 'connection']);

/** What data needs of them; the others tell a browser how to treat a page. */
const FOR_DATA = new Set(['cross-origin-resource-policy', 'strict-transport-security', 'x-content-type-options', 'x-frame-options']);

type Headers = Readonly<Record<string, string>>;

/** The headers that helmet sets with these options, for pages and for data. Asked once: for each answer it would build all that sets them anew. */
export const protectiveHeaders = async (options: FastifyHelmetOptions): Promise<{ pages: Headers; data: Headers }> => {
	const probe = fastify();
	await probe.register(helmet, options);
	probe.get('/', () => '');
	const { headers } = await probe.inject('/');
	await probe.close();
	const all = Object.entries(headers).flatMap(([name, value]) => (PLAIN.has(name) ? [] : [[name, String(value)] as const]));
	return { pages: Object.fromEntries(all), data: Object.fromEntries(all.filter(([name]) => FOR_DATA.has(name))) };
};
