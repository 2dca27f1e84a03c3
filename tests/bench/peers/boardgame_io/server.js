// The server of boardgame.io with its usual journal, which is in memory. Prints "listening on HOST:PORT".
'use strict';

const { Server, Origins } = require('boardgame.io/server');
const { TicTacToe } = require('./game');

// Its own log of every start and every request goes elsewhere.
const say = console.log;
console.log = console.info = () => {};

const server = Server({ games: [TicTacToe], origins: [Origins.LOCALHOST] });
server.run(0).then(({ appServer }) => say(`listening on 127.0.0.1:${appServer.address().port}`));
