import { stripTypeScriptTypes } from 'node:module';
import { posix } from 'node:path';

const WORKSPACE = /(['"])@sw\/([\w-]+)\/([\w./-]+)\1/g;
const RELATIVE = /(['"])(\.{1,2}\/[\w./-]+)\.ts\1/g;

/**
 * A source as shipped. Node strips no types below node_modules, so it is done here with Node's own function, which keeps line numbers. Workspaces
 * become folders of the one package. `file`: its path from the root.
 */
export const shippedText = (file: string, source: string): string => {
	const script = file.endsWith('.ts') ? stripTypeScriptTypes(source) : source;
	return script
		.replace(WORKSPACE, (_, quote: string, name: string, path: string) => {
			const way = posix.relative(posix.dirname(file), `packages/${name}/src/${path}.js`);
			return `${quote}${way.startsWith('.') ? way : `./${way}`}${quote}`;
		})
		.replace(RELATIVE, '$1$2.js$1');
};

export const shippedName = (file: string): string => file.replace(/\.ts$/, '.js');
