/**
 * Drizzle ORM, loaded as CommonJS. As ES modules it would take 0.6 s of every start: its package.json has 180 kB, and Node reads it again for each
 * of Drizzle's modules and for each file that imports one.
 */
import { createRequire } from 'node:module';

export type { SQL, SQLWrapper } from 'drizzle-orm';
export type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
export type { AnyPgColumn, PgColumn, PgDatabase } from 'drizzle-orm/pg-core';

const require = createRequire(import.meta.url);

export const {
	aliasedTable,
	and,
	asc,
	between,
	count,
	countDistinct,
	DrizzleQueryError,
	desc,
	eq,
	exists,
	getTableColumns,
	gt,
	gte,
	ilike,
	inArray,
	is,
	isNotNull,
	isNull,
	like,
	lt,
	lte,
	max,
	min,
	ne,
	not,
	notInArray,
	or,
	sql,
} = require('drizzle-orm') as typeof import('drizzle-orm');

export const {
	alias,
	bigint,
	bigserial,
	boolean,
	check,
	customType,
	date,
	doublePrecision,
	getTableConfig,
	index,
	integer,
	jsonb,
	PgTable,
	pgTable,
	primaryKey,
	real,
	serial,
	smallint,
	text,
	time,
	timestamp,
	unique,
	uniqueIndex,
	uuid,
} = require('drizzle-orm/pg-core') as typeof import('drizzle-orm/pg-core');
export type PgTable = import('drizzle-orm/pg-core').PgTable;

export const { drizzle } = require('drizzle-orm/node-postgres') as typeof import('drizzle-orm/node-postgres');
export const { readMigrationFiles } = require('drizzle-orm/migrator') as typeof import('drizzle-orm/migrator');
export const { migrate } = require('drizzle-orm/node-postgres/migrator') as typeof import('drizzle-orm/node-postgres/migrator');
