/** Receivers in the operator's own network, by exact host and port: only they may have a private address or plain http. */
export interface LocalReceivers {
	/** Whether a URL leads to one of them. */
	has(url: string): boolean;
}

export const NO_LOCAL_RECEIVERS: LocalReceivers = { has: () => false };

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** `listed`: host:port, spelled as in canonical URLs: 0x7f.1 and 127.0.0.1 are the same host. */
export function localReceivers(listed: readonly string[]): LocalReceivers {
	const known = new Set(listed);
	return {
		has: (text) => {
			const url = URL.canParse(text) ? new URL(text) : undefined;
			const port = url && (url.port || DEFAULT_PORTS[url.protocol]);
			if (!url || port === undefined || url.username !== '' || url.password !== '' || url.hash !== '') return false;
			return url.protocol in DEFAULT_PORTS && known.has(`${url.hostname}:${port}`);
		},
	};
}
