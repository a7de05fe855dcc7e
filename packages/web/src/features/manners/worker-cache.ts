/** What the service worker may keep and answer with. */

export type Answering = 'asset' | 'page' | 'network';

interface Asked {
	readonly method: string;
	readonly url: string;
	/** 'navigate' where a page is opened. */
	readonly mode: string;
	/** Whether only part of it is asked for. */
	readonly ranged: boolean;
}

/** Who answers: built files, whose names change with their content, come from the cache; pages from the network, or it says that there is none. */
export const answering = ({ method, url, mode, ranged }: Asked, origin: string): Answering => {
	const { origin: asked, pathname } = new URL(url);
	if (method !== 'GET' || asked !== origin || ranged || pathname.startsWith('/api/')) return 'network';
	if (mode === 'navigate') return 'page';
	return pathname.startsWith('/assets/') ? 'asset' : 'network';
};

/** Whole answers of this site alone are kept: no part (206), no error, nothing that another site has answered. */
export const isKept = ({ status, type }: Pick<Response, 'status' | 'type'>): boolean => status === 200 && type === 'basic';
