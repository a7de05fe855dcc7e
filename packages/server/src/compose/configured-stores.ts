import { openStores, type Stores } from '@sw/store/open';
import type { Beat } from '@sw/store/watch';
import type { Config } from '../config/config.ts';

type Where = Pick<Config, 'folder' | 'databaseUrl' | 'clickhouseUrl' | 'clickhouseCluster'>;

/** Where the configuration says that the stores are. */
export const placeOfStores = ({ folder, databaseUrl, clickhouseUrl, clickhouseCluster }: Where) => ({
	folder,
	...(databaseUrl ? { databaseUrl } : {}),
	...(clickhouseUrl ? { clickhouseUrl } : {}),
	...(clickhouseCluster ? { clickhouseCluster } : {}),
});

/** The stores that the configuration names. */
export const configuredStores = (where: Where, beat: Beat | undefined, onTrouble: (error: Error) => void): Promise<Stores> =>
	openStores({ ...placeOfStores(where), onTrouble, ...(beat ? { beat } : {}) });
