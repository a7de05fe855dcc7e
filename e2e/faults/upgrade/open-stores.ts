/** Opens and thereby upgrades the stores of SIGNALWHEEL_DATA, as a start does. */
import { readConfig } from '@sw/server/config/config';
import { PRODUCT_VERSION } from '@sw/server/config/product-version';
import { openStores } from '@sw/store/open';

const { folder } = readConfig(process.env, process.cwd());
await openStores({ folder, product: PRODUCT_VERSION }).then(
	(stores) => stores.close(),
	(error: Error) => {
		console.error(error.message);
		process.exitCode = 1;
	},
);
