//! The rpcs of the contract, a line each, and short forms of what players do most.

use uuid::Uuid;

use crate::client::Client;
use crate::error::Error;
use crate::v1::admin_service_client::AdminServiceClient;
use crate::v1::allocation_service_client::AllocationServiceClient;
use crate::v1::game_service_client::GameServiceClient;
use crate::v1::lobby_service_client::LobbyServiceClient;
use crate::v1::scoreboard_service_client::ScoreboardServiceClient;
use crate::v1::*;

fn identify(request_id: &mut String) {
    if request_id.is_empty() {
        *request_id = Uuid::new_v4().to_string();
    }
}

/// Methods of Client: `reads` as they are, `changes` with a request id where the caller gave none.
macro_rules! calls {
    ($service:ident reads { $($(#[$read_doc:meta])* $read:ident($read_request:ty) -> $read_response:ty;)* }
     changes { $($(#[$doc:meta])* $change:ident($request:ty) -> $response:ty;)* }) => {
        impl Client {
            $($(#[$read_doc])*
            pub async fn $read(&self, request: $read_request) -> Result<$read_response, Error> {
                self.call(request, |channel, request| async move {
                    $service::new(channel).$read(request).await
                }).await
            })*
            $($(#[$doc])*
            pub async fn $change(&self, mut request: $request) -> Result<$response, Error> {
                identify(&mut request.request_id);
                self.call(request, |channel, request| async move {
                    $service::new(channel).$change(request).await
                }).await
            })*
        }
    };
}

calls! {
    GameServiceClient
    reads {
        /// A game as the caller may see it.
        get_game(GetGameRequest) -> GetGameResponse;
        /// What the seat to move may play.
        list_legal_moves(ListLegalMovesRequest) -> ListLegalMovesResponse;
        /// One page of the positions of the line that stands.
        replay(ReplayRequest) -> ReplayResponse;
        /// One page of what happened.
        list_events(ListEventsRequest) -> ListEventsResponse;
        /// The games that the server plays.
        list_game_kinds(ListGameKindsRequest) -> ListGameKindsResponse;
    }
    changes {
        /// Creates a game; it starts once every seat is filled.
        create_game(CreateGameRequest) -> CreateGameResponse;
        /// Plays a move.
        submit_move(SubmitMoveRequest) -> SubmitMoveResponse;
        /// Takes back the last move.
        undo(UndoRequest) -> UndoResponse;
        /// Plays the move again that was taken back.
        redo(RedoRequest) -> RedoResponse;
        /// Gives up the caller's seat.
        resign(ResignRequest) -> ResignResponse;
        /// Calls the game off.
        abandon(AbandonRequest) -> AbandonResponse;
        /// Makes a new game that begins with another one's first moves.
        fork_game(ForkGameRequest) -> ForkGameResponse;
        /// Hands a seat to a bot of the server, or back to the holder of its credential.
        set_controller(SetControllerRequest) -> SetControllerResponse;
        /// Offers a draw, an undo or a rematch to the other seats.
        make_offer(MakeOfferRequest) -> MakeOfferResponse;
        /// Answers an offer of another seat, or withdraws the caller's own.
        answer_offer(AnswerOfferRequest) -> AnswerOfferResponse;
        /// Renews the credential of the caller's seat.
        rotate_credential(RotateCredentialRequest) -> RotateCredentialResponse;
        /// Makes the credential of a seat invalid.
        revoke_credential(RevokeCredentialRequest) -> RevokeCredentialResponse;
    }
}

calls! {
    LobbyServiceClient
    reads {
        /// One page of public games, the newest first.
        list_games(ListGamesRequest) -> ListGamesResponse;
    }
    changes {
        /// Takes an open seat.
        join_game(JoinGameRequest) -> JoinGameResponse;
        /// Gives a seat back.
        leave_game(LeaveGameRequest) -> LeaveGameResponse;
    }
}

calls! {
    ScoreboardServiceClient
    reads {
        /// How often a player has won, drawn and lost.
        get_score(GetScoreRequest) -> GetScoreResponse;
        /// One page of all players, the best first.
        list_scores(ListScoresRequest) -> ListScoresResponse;
    }
    changes {}
}

calls! {
    AdminServiceClient
    reads {
        /// What the server is and how busy; needs an API key of role admin.
        get_server_info(GetServerInfoRequest) -> GetServerInfoResponse;
        /// Takes the server out of service; needs an API key of role admin.
        drain_server(DrainServerRequest) -> DrainServerResponse;
        /// Takes an idle game out of memory; needs an API key of role admin.
        evict_game(EvictGameRequest) -> EvictGameResponse;
        /// Checks a game against its journal; needs an API key of role admin.
        verify_game(VerifyGameRequest) -> VerifyGameResponse;
        /// Copies the journal to a folder on the server's machine; needs an API key of role admin.
        create_backup(CreateBackupRequest) -> CreateBackupResponse;
    }
    changes {}
}

impl Client {
    /// Creates games for others; needs an API key of role matchmaker. Each game without a request id gets one.
    pub async fn allocate_games(&self, mut request: AllocateGamesRequest) -> Result<AllocateGamesResponse, Error> {
        request.games.iter_mut().for_each(|game| identify(&mut game.request_id));
        self.call(request, |channel, request| async move {
            AllocationServiceClient::new(channel).allocate_games(request).await
        })
        .await
    }

    /// Creates a game.
    pub async fn create(&self, config: GameConfig) -> Result<CreateGameResponse, Error> {
        self.create_game(CreateGameRequest { config: Some(config), ..Default::default() }).await
    }

    /// A game as the caller may see it.
    pub async fn game(&self, game_id: &str) -> Result<GetGameResponse, Error> {
        self.get_game(GetGameRequest { game_id: game_id.into() }).await
    }

    /// What the seat to move may play.
    pub async fn legal_moves(&self, game_id: &str) -> Result<ListLegalMovesResponse, Error> {
        self.list_legal_moves(ListLegalMovesRequest { game_id: game_id.into() }).await
    }

    /// Plays a move in its notation, such as "b2".
    pub async fn play(&self, game_id: &str, notation: &str) -> Result<SubmitMoveResponse, Error> {
        let request = SubmitMoveRequest {
            game_id: game_id.into(),
            r#move: Some(Move { notation: notation.into(), ..Default::default() }),
            ..Default::default()
        };
        self.submit_move(request).await
    }
}
