import { openStores, type Stores } from '@sw/store/open';
import type { CheckTiming } from '@sw/store/watch';
import type { Config } from '../../config/config.ts';
import { PRODUCT_VERSION } from '../../config/product-version.ts';

type StoresConfig = Pick<Config, 'folder' | 'databaseUrl' | 'clickhouseUrl' | 'clickhouseCluster'>;

/** Returns the options of openStores that say where the configured stores are. */
export function storesLocation({ folder, databaseUrl, clickhouseUrl, clickhouseCluster }: StoresConfig) {
	return {
		folder,
		product: PRODUCT_VERSION,
		...(databaseUrl ? { databaseUrl } : {}),
		...(clickhouseUrl ? { clickhouseUrl } : {}),
		...(clickhouseCluster ? { clickhouseCluster } : {}),
	};
}

export function openConfiguredStores(
	config: StoresConfig,
	checkTiming: CheckTiming | undefined,
	onError: (error: Error) => void,
): Promise<Stores> {
	return openStores({ ...storesLocation(config), onError, ...(checkTiming ? { checkTiming } : {}) });
}
