import { openStores, type Stores } from '@sw/store/open';
import type { Beat } from '@sw/store/watch';
import type { Config } from '../config/config.ts';

type Where = Pick<Config, 'folder' | 'databaseUrl' | 'clickhouseUrl'>;

/** The stores that the configuration names. */
export const configuredStores = (
	{ folder, databaseUrl, clickhouseUrl }: Where,
	beat: Beat | undefined,
	onTrouble: (error: Error) => void,
): Promise<Stores> =>
	openStores({
		folder,
		onTrouble,
		...(databaseUrl ? { databaseUrl } : {}),
		...(clickhouseUrl ? { clickhouseUrl } : {}),
		...(beat ? { beat } : {}),
	});
