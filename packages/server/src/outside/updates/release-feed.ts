import { compareVersions, isVersion } from '@sw/domain/access/semantic-version';
import { z } from 'zod';

/** A release feed: {"version": "0.3.0", "notes": "https://..."}. */
const feedSchema = z.object({
	version: z.string().refine(isVersion),
	notes: z
		.url({ protocol: /^https?$/ })
		.nullable()
		.default(null),
});
export type NewestRelease = z.output<typeof feedSchema>;

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 100_000;

/** Reads a release feed, sending nothing but the request. Throws if the response isn't a feed. */
export async function readReleaseFeed(url: string, fetch: typeof globalThis.fetch): Promise<NewestRelease> {
	const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), headers: { accept: 'application/json' } });
	if (!response.ok) throw new Error(`The release feed ${url} answered ${response.status}.`);
	const chunks: Uint8Array[] = [];
	let byteCount = 0;
	for await (const chunk of response.body ?? []) {
		byteCount += chunk.length;
		if (byteCount > MAX_BYTES) throw new Error(`The release feed ${url} sent more than ${MAX_BYTES / 1_000} kB.`);
		chunks.push(chunk);
	}
	return feedSchema.parse(JSON.parse(Buffer.concat(chunks).toString()));
}

/** Returns the release if it is newer than `current`; undefined otherwise, or if it isn't a valid release. */
export function findNewerRelease(current: string, release: unknown): NewestRelease | undefined {
	const { data } = feedSchema.safeParse(release);
	return data && compareVersions(data.version, current) > 0 ? data : undefined;
}
