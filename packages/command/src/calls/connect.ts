import { ApiError } from '@sw/contract/client/api-error';
import { type Api, createApi } from '@sw/contract/client/create-api';
import type { ApiTransport } from '@sw/contract/client/transport';
import { paths } from '@sw/contract/paths';
import { KEY_PREFIX } from '@sw/domain/access/api-key';
import { EXIT, Failure, misused } from '../shell/exit.ts';
import type { Given, Options } from '../shell/options.ts';
import type { World } from '../shell/world.ts';

const SERVER = 'http://localhost:8080';
/** Longer than any healthy answer takes. */
const PATIENCE = 120_000;

/** Of every command that asks a server. */
export const CONNECTION: Options = {
	server: { type: 'string', value: 'address', about: `Address of the server; SIGNALWHEEL_URL, then ${SERVER} unless told.` },
	'key-file': { type: 'string', value: 'file', about: 'File that holds the personal key; SIGNALWHEEL_KEY unless told.' },
	key: { type: 'boolean', about: 'Takes no key: what stands on a command line, everybody on the machine can read.' },
	json: { type: 'boolean', about: 'The answer as JSON; errors too, on the standard error.' },
};

const LOCAL = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The address of the server that a command is about, without a slash at its end. */
export const serverOf = (given: Given, { env }: Pick<World, 'env'>): string => {
	const text = given.text('server') ?? (env['SIGNALWHEEL_URL'] || SERVER);
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
		throw misused(`The server's address must be like https://signals.example.com, not '${text}'.`);
	return url.href.replace(/\/+$/, '');
};

const keyOf = async (given: Given, { env, err, readText, isOpenToOthers }: World): Promise<string> => {
	if (given.flag('key'))
		throw misused(
			'A key on the command line can be read by everybody on the machine: put it into SIGNALWHEEL_KEY, or into a file for --key-file.',
		);
	const file = given.text('key-file');
	if (file && (await isOpenToOthers(file))) err.write(`Note: others may read ${file}; chmod 600 ${file} keeps the key to you.\n`);
	const key = (file ? await readText(file) : (env['SIGNALWHEEL_KEY'] ?? '')).trim();
	const where = file ?? 'SIGNALWHEEL_KEY';
	if (key === '')
		throw misused(
			"A personal key is needed: make one in the profile under 'Keys' and put it into SIGNALWHEEL_KEY, or into a file for --key-file.",
		);
	// The key itself is never repeated: what is printed ends in logs.
	if (!key.startsWith(KEY_PREFIX) || !/^[\w-]+$/.test(key))
		throw misused(`What ${where} holds is no personal key: one begins with ${KEY_PREFIX}.`);
	return key;
};

const REASONS: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'nothing listens there',
	ENOTFOUND: 'no such host',
	EAI_AGAIN: 'its name cannot be looked up now',
	ECONNRESET: 'the connection was cut',
	UND_ERR_SOCKET: 'the connection was cut',
};

const notReached = (server: string, error: unknown): ApiError => {
	const { name, cause } = error as Error & { cause?: { code?: string; message?: string } };
	if (name === 'TimeoutError') return new ApiError(0, undefined, `${server} has not answered within ${PATIENCE / 1000} s.`);
	return new ApiError(0, undefined, `${server} cannot be reached: ${REASONS[cause?.code ?? ''] ?? cause?.message ?? 'no connection'}.`);
};

interface Connection {
	readonly api: Api;
	/** The same calls for answers that are files: their bytes. */
	readonly files: Api;
}

/** The server of a command, called with its key. Calls reject with ApiError, status 0 where no answer came. */
export const connect = async (given: Given, world: World): Promise<Connection> => {
	const { fetch, stopped, version } = world;
	const server = serverOf(given, world);
	const { protocol, host, hostname } = new URL(server);
	if (protocol === 'http:' && !LOCAL.test(hostname))
		world.err.write(`Note: the key goes to ${host} without TLS, for anybody on the way to read.\n`);
	const key = await keyOf(given, world);
	const transport =
		(asFile: boolean): ApiTransport =>
		async ({ method, url, body, headers = {} }) => {
			const answer = await fetch(`${server}${url}`, {
				method,
				// A key goes to the server that was named, never on to another.
				redirect: 'manual',
				signal: AbortSignal.any([stopped, AbortSignal.timeout(PATIENCE)]),
				headers: {
					authorization: `Bearer ${key}`,
					'user-agent': `signalwheel/${version}`,
					...(Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<string, string>),
					...(body === undefined ? {} : { 'content-type': 'application/json' }),
				},
				...(body === undefined ? {} : { body: JSON.stringify(body) }),
			}).catch((error: unknown) => {
				throw stopped.aborted ? stopped.reason : notReached(server, error);
			});
			const { status, headers: told } = answer;
			const elsewhere = told.get('location');
			if (status >= 300 && status < 400)
				throw new Failure(EXIT.unanswered, `${server} sends to ${elsewhere}: give that address, or the one above it.`);
			const isJson = told.get('content-type')?.includes('json') ?? false;
			if (asFile && status < 300) return { status, body: await answer.bytes(), headers: told };
			const text = await answer.text();
			if (status < 300 && text !== '' && !isJson)
				throw new Failure(EXIT.unanswered, `${server} answers, but as no Signalwheel does: is the address right?`);
			return { status, text, headers: told, body: text !== '' && isJson ? JSON.parse(text) : undefined };
		};
	return { api: createApi(paths, transport(false)), files: createApi(paths, transport(true)) };
};
