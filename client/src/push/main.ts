#!/usr/bin/env node
import { runPush } from './command.ts';

process.exitCode = await runPush(process.argv.slice(2), 'transit-push');
