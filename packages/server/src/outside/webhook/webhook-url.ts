import { isIP } from 'node:net';
import { isPublicAddress } from '@sw/domain/access/public-address';

const MUST = 'Enter an https address of a public host, such as https://hooks.example.com/signals.';
const PRIVATE = 'The host must be public, not in a private network.';
/** Names that are only resolved within private networks. */
const INNER = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|home\.arpa|corp|private|test|invalid|onion)$/;

/** What is wrong with a webhook address, before its name is resolved. The resolved address is checked on every connection. */
export const webhookFault = (text: string): string | undefined => {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.hash !== '') return MUST;
	const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
	if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : PRIVATE;
	if (INNER.test(host)) return PRIVATE;
	return host.includes('.') ? undefined : MUST;
};
