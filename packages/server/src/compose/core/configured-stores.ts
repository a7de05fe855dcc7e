import { openStores, type Stores } from '@sw/store/open';
import type { Beat } from '@sw/store/watch';
import type { Config } from '../../config/config.ts';
import { PRODUCT_VERSION } from '../../config/product-version.ts';

type Where = Pick<Config, 'folder' | 'databaseUrl' | 'clickhouseUrl' | 'clickhouseCluster'>;

/** Options of openStores that say where the configured stores are. */
export function placeOfStores({ folder, databaseUrl, clickhouseUrl, clickhouseCluster }: Where) {
	return {
		folder,
		product: PRODUCT_VERSION,
		...(databaseUrl ? { databaseUrl } : {}),
		...(clickhouseUrl ? { clickhouseUrl } : {}),
		...(clickhouseCluster ? { clickhouseCluster } : {}),
	};
}

export function configuredStores(place: Where, beat: Beat | undefined, onError: (error: Error) => void): Promise<Stores> {
	return openStores({ ...placeOfStores(place), onError, ...(beat ? { beat } : {}) });
}
