import { addressBucket } from '@sw/domain/access/address';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

const KEPT = 10_000;
const kept = new LRUCache<string, string>({ max: KEPT });

/** The rate-limit bucket of the request's address; each address is parsed once. */
export function rateLimitBucket({ ip }: FastifyRequest): string {
	const known = kept.get(ip);
	if (known !== undefined) return known;
	const bucket = addressBucket(ip);
	kept.set(ip, bucket);
	return bucket;
}
