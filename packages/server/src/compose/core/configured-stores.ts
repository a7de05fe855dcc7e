import { openStores, type Stores } from '@sw/store/open';
import type { Beat } from '@sw/store/watch';
import type { Config } from '../../config/config.ts';
import { PRODUCT_VERSION } from '../../config/product-version.ts';

type Where = Pick<Config, 'folder' | 'databaseUrl' | 'clickhouseUrl' | 'clickhouseCluster'>;

/** The configured location of the stores. */
export const placeOfStores = ({ folder, databaseUrl, clickhouseUrl, clickhouseCluster }: Where) => ({
	folder,
	product: PRODUCT_VERSION,
	...(databaseUrl ? { databaseUrl } : {}),
	...(clickhouseUrl ? { clickhouseUrl } : {}),
	...(clickhouseCluster ? { clickhouseCluster } : {}),
});

/** Opens the configured stores. */
export const configuredStores = (where: Where, beat: Beat | undefined, onError: (error: Error) => void): Promise<Stores> =>
	openStores({ ...placeOfStores(where), onError, ...(beat ? { beat } : {}) });
