import { ApiError } from '@sw/contract/client/api-error';
import { type Api, createApi } from '@sw/contract/client/create-api';
import type { ApiTransport } from '@sw/contract/client/transport';
import { paths } from '@sw/contract/paths';
import { KEY_PREFIX } from '@sw/domain/access/api-key';
import { isoSeconds } from '@sw/domain/time/format';
import { newYorkToUtc, parseDate } from '@sw/domain/time/zone';
import { createUsageFailure, EXIT, type ExitCode, Failure } from '../shell/exit.ts';
import { findOptionName, type Options, type ParsedArguments } from '../shell/options.ts';
import type { World } from '../shell/world.ts';

const KEY_REFUSED = "The server doesn't accept the key: it has expired, was revoked, or belongs to another server.";

const DEFAULT_SERVER = 'http://localhost:8080';
/** Milliseconds; longer than any healthy response takes. */
const TIMEOUT_MS = 120_000;

/** Options of every command that calls a server. */
export const CONNECTION_OPTIONS: Options = {
	server: { type: 'string', valuePlaceholder: 'address', about: `Server address (default: SIGNALWHEEL_URL, otherwise ${DEFAULT_SERVER}).` },
	'key-file': { type: 'string', valuePlaceholder: 'file', about: 'File with the personal key (default: SIGNALWHEEL_KEY).' },
	key: { type: 'boolean', about: 'Refused: other users of this machine can read command lines.' },
	json: { type: 'boolean', about: 'Print JSON; errors are printed as JSON to standard error.' },
};

const LOCAL_HOST = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Returns the server's URL, without a trailing slash. */
export function readServerUrl(args: ParsedArguments, { env }: Pick<World, 'env'>): string {
	const text = args.getText('server') ?? (env['SIGNALWHEEL_URL'] || DEFAULT_SERVER);
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
		throw createUsageFailure(`The server's address must have the form https://signals.example.com, not '${text}'.`);
	return url.href.replace(/\/+$/, '');
}

const REASONS: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'connection refused (is the server running?)',
	ENOTFOUND: 'unknown host',
	EAI_AGAIN: 'name lookup failed; try again later',
	ECONNRESET: 'the connection was closed',
	UND_ERR_SOCKET: 'the connection was closed',
};

interface Connection {
	readonly api: Api;
	/** The same calls, for responses that are files: the body is the file's bytes. */
	readonly files: Api;
}

/**
 * Creates clients that send the personal key. Calls reject with ApiError (status 0 if there was no answer), or with Failure if the server redirects or
 * isn't Signalwheel.
 */
export async function connect(args: ParsedArguments, world: World): Promise<Connection> {
	const { fetch, stopSignal, version } = world;
	const server = readServerUrl(args, world);
	const { protocol, host, hostname } = new URL(server);
	if (protocol === 'http:' && !LOCAL_HOST.test(hostname))
		world.err.write(`Note: the key is sent to ${host} without TLS; others on the network can read it.\n`);
	const key = await readKey(args, world);
	const transport =
		(isFile: boolean): ApiTransport =>
		async ({ method, url, body, headers = {} }) => {
			const response = await fetch(`${server}${url}`, {
				method,
				// The key is only sent to the named server, so redirects are not followed.
				redirect: 'manual',
				signal: AbortSignal.any([stopSignal, AbortSignal.timeout(TIMEOUT_MS)]),
				headers: {
					authorization: `Bearer ${key}`,
					'user-agent': `signalwheel/${version}`,
					...(Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<string, string>),
					...(body === undefined ? {} : { 'content-type': 'application/json' }),
				},
				...(body === undefined ? {} : { body: JSON.stringify(body) }),
			}).catch((error: unknown) => {
				throw stopSignal.aborted ? stopSignal.reason : unreachableError(server, error);
			});
			const { status, headers: responseHeaders } = response;
			const redirectTarget = responseHeaders.get('location');
			if (status >= 300 && status < 400)
				throw new Failure(EXIT.noResponse, `${server} redirects to ${redirectTarget}: use that address or its parent path.`);
			const isJson = responseHeaders.get('content-type')?.includes('json') ?? false;
			if (isFile && status < 300) return { status, body: await response.bytes(), headers: responseHeaders };
			const text = await response.text();
			if (status < 300 && text !== '' && !isJson)
				throw new Failure(EXIT.noResponse, `${server} isn't a Signalwheel server: check the address.`);
			return { status, text, headers: responseHeaders, body: text !== '' && isJson ? JSON.parse(text) : undefined };
		};
	return { api: createApi(paths, transport(false)), files: createApi(paths, transport(true)) };
}

function unreachableError(server: string, error: unknown): ApiError {
	const { name, cause } = error as Error & { cause?: { code?: string; message?: string } };
	if (name === 'TimeoutError') return new ApiError(0, undefined, `${server} didn't respond within ${TIMEOUT_MS / 1000} s.`);
	return new ApiError(0, undefined, `Couldn't reach ${server}: ${REASONS[cause?.code ?? ''] ?? cause?.message ?? 'no connection'}.`);
}

async function readKey(args: ParsedArguments, { env, err, readText, isAccessibleToOthers }: World): Promise<string> {
	if (args.hasFlag('key'))
		throw createUsageFailure(
			'Other users of this machine can read a key on the command line: put it into SIGNALWHEEL_KEY, or into a file for --key-file.',
		);
	const file = args.getText('key-file');
	if (file && (await isAccessibleToOthers(file)))
		err.write(`Note: other users can read ${file}; run chmod 600 ${file} to keep the key private.\n`);
	const key = (file ? await readText(file) : (env['SIGNALWHEEL_KEY'] ?? '')).trim();
	const keySource = file ?? 'SIGNALWHEEL_KEY';
	if (key === '')
		throw createUsageFailure(
			"This command needs a personal key: create one in the profile under 'API keys' and put it into SIGNALWHEEL_KEY, or into a file for --key-file.",
		);
	// Never print the key: output may be stored in logs.
	if (!key.startsWith(KEY_PREFIX) || !/^[\w-]+$/.test(key))
		throw createUsageFailure(`${keySource} doesn't contain a personal key; keys begin with ${KEY_PREFIX}.`);
	return key;
}

/** Converts an ApiError into the Failure to show; other errors are returned unchanged. */
export function toFailure(error: unknown, options: Options): unknown {
	if (!(error instanceof ApiError)) return error;
	const { status, problem, message } = error;
	const fields = (problem?.errors ?? []).map(({ field, message }) => `${findOptionName(options, field)}: ${message}`);
	const sentence = status === 401 ? KEY_REFUSED : fields.length > 0 ? fields.join('\n') : message;
	return new Failure(chooseExitCode(status), sentence, { status, ...(problem ? { problem } : {}) });
}

function chooseExitCode(status: number): ExitCode {
	if (status === 0 || status === 429 || status >= 500) return EXIT.noResponse;
	if (status === 400) return EXIT.usage;
	return status === 404 ? EXIT.notFound : EXIT.refused;
}

/** Page size that covers all reports of one date. */
const MAX_REPORTS = 100;

/** Finds the time of the report that the options select; undefined for the newest. Asks the server if only a date is given. */
export async function findReportTime(args: ParsedArguments, api: Api): Promise<string | undefined> {
	const [date, slot, version] = ['date', 'slot', 'version'].map(args.getText) as [string?, string?, string?];
	if (date === undefined) {
		if (slot ?? version) throw createUsageFailure(`--${slot === undefined ? 'version' : 'slot'} needs --date.`);
		return undefined;
	}
	if (/^\d{4}-\d{2}-\d{2}T/.test(date)) {
		if (slot !== undefined) throw createUsageFailure('--slot needs a date; an instant already identifies its slot.');
		return date;
	}
	const parsedDate = parseDate(date);
	if (parsedDate === undefined)
		throw createUsageFailure(`--date: '${date}' is neither a date (2026-03-04) nor an instant in UTC (2026-03-04T14:45:00Z).`);
	if (slot !== undefined) {
		const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(slot) ?? [];
		if (hour === undefined) throw createUsageFailure(`--slot: '${slot}' isn't a time of day such as 10:45.`);
		return isoSeconds(newYorkToUtc(parsedDate, Number(hour), Number(minute)));
	}
	const { items } = await api.signals.sectorChartHistoryDates({ query: { from: parsedDate, to: parsedDate, max: MAX_REPORTS } });
	const unlocked = items.find(({ locked }) => !locked);
	if (!unlocked)
		throw new Failure(
			EXIT.notFound,
			items.length > 0 ? `Your licence doesn't include any report of ${parsedDate}.` : `No report was published on ${parsedDate}.`,
		);
	return unlocked.date;
}
